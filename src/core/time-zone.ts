import { temporal } from './temporal.ts'

/** The name of an IANA time zone in its usual spelling; null for text that names none, or no more than an offset. */
export function zoneOf(text: string): string | null {
  const zone = knownZone(text)
  return zone === null || /^[+-]/.test(zone) ? null : zone
}

function knownZone(text: string): string | null {
  try {
    return temporal().Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId
  } catch {
    return null
  }
}

export function usualZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
}

/** As the environment variable `TZ` says, or else the machine. */
export function serverZone(): string {
  return zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
}
