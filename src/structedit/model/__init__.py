"""The words of structedit as values: places, requests, outcomes."""
