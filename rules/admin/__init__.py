"""The house's own pages: houses, drafts with their pay tables, published versions."""

from rules.admin.drafts import DraftAdmin
from rules.admin.houses import HouseAdmin
from rules.admin.versions import VersionAdmin

__all__ = ["DraftAdmin", "HouseAdmin", "VersionAdmin"]
