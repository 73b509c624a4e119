// Tells the server once a day which time zone the device is in, for whoever has chosen none.

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=86400; samesite=lax`;
