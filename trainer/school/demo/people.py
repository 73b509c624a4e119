"""Who is in the demo school. Nobody of them exists."""

from dataclasses import dataclass
from typing import Final

from trainer.models import Role


@dataclass(frozen=True, slots=True)
class Teacher:
    username: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Trainee:
    """Of answers `right` are right at the first lesson, and `gain` more with each; `pace` is the
    time to answer as a share of the target. `lessons` are taken of the first course."""

    username: str
    name: str
    right: float
    gain: float
    pace: float
    lessons: int


TEACHERS: Final = (
    Teacher("demo-owner", "Марта Величко", Role.OWNER),
    Teacher("demo-instructor", "Павел Седов", Role.INSTRUCTOR),
    Teacher("demo-administrator", "Nora Whitlock", Role.ADMINISTRATOR),
)
TRAINEES: Final = (
    Trainee("demo-olena", "Олена Гай", 0.93, 0.006, 0.6, 8),
    Trainee("demo-taras", "Тарас Луговий", 0.9, 0.007, 0.8, 7),
    Trainee("demo-iryna", "Ірина Мельничук", 0.97, 0.003, 0.5, 9),
    Trainee("demo-bohdan", "Богдан Крук", 0.7, 0.01, 1.1, 4),
    Trainee("demo-oksana", "Оксана Дяченко", 0.88, 0.008, 1.3, 6),
    Trainee("demo-anna", "Анна Лебедева", 0.91, 0.006, 0.7, 7),
    Trainee("demo-timur", "Тимур Асанов", 0.84, 0.01, 0.9, 5),
    Trainee("demo-viktor", "Виктор Зимин", 0.62, 0.01, 1.6, 3),
    Trainee("demo-lena", "Lena Marsh", 0.95, 0.004, 0.9, 6),
    Trainee("demo-george", "George Okafor", 0.86, 0.008, 0.7, 5),
    Trainee("demo-elif", "Elif Aydın", 0.91, 0.005, 1.0, 2),
    Trainee("demo-marek", "Marek Dvorský", 0.75, 0.01, 1.2, 0),
)
