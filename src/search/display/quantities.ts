const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const bitUnits = ['bps', 'Kbps', 'Mbps', 'Gbps'] as const

/** `1.4 GB`, `843 MB`; units are powers of 1,024, as sources write sizes. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, 1_024, byteUnits)
}

export function formatBitrate(bits: number): string {
  return scaled(bits, 1_000, bitUnits)
}

export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}s`
  const minutes = Math.round(whole / 60)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}m`
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`
}

export function formatAge(hours: number): string {
  if (hours < 48) return `${Math.floor(hours)}h`
  const days = Math.floor(hours / 24)
  if (days < 90) return `${days}d`
  return days < 730 ? `${Math.floor(days / 30.44)}mo` : `${Math.floor(days / 365.25)}y`
}

function scaled(value: number, step: number, units: readonly string[]): string {
  let amount = value
  let unit = 0
  while (amount >= step - 0.5 && unit < units.length - 1) {
    amount /= step
    unit++
  }
  const digits = unit === 0 || amount >= 99.95 ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${digits} ${units[unit]}`
}
