"""What the admin reads from a person about the rules of a house."""

from rules.forms.draft import DraftEditor
from rules.forms.house_file import HouseFileForm
from rules.forms.publishing import PublishForm

__all__ = ["DraftEditor", "HouseFileForm", "PublishForm"]
