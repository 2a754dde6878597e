const services = new Map<string, readonly [name: string, short: string]>([
  ['realdebrid', ['Real-Debrid', 'RD']],
  ['alldebrid', ['AllDebrid', 'AD']],
  ['premiumize', ['Premiumize', 'PM']],
  ['debridlink', ['Debrid-Link', 'DL']],
  ['torbox', ['TorBox', 'TB']],
  ['easydebrid', ['EasyDebrid', 'ED']],
  ['offcloud', ['Offcloud', 'OC']],
  ['putio', ['put.io', 'PUT']],
  ['pikpak', ['PikPak', 'PKP']],
  ['seedr', ['Seedr', 'SDR']],
  ['debrider', ['Debrider', 'DBR']],
  ['easynews', ['Easynews', 'EN']],
])

/** `Real-Debrid` for `realdebrid`; unknown ids stay as they are. */
export function serviceName(id: string): string {
  return services.get(id)?.[0] ?? id
}

export function serviceShortName(id: string): string {
  return services.get(id)?.[1] ?? id
}
