/** Hours since midnight as a field for times writes them: 7.5 is 07:30, and the end of the day 00:00. */
export function timeOf(hours: number): string {
  const minutes = Math.round(hours * 60) % 1_440
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Null for a time that is not whole yet. */
export function hoursOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) + Number(minutes) / 60
}

/** As the end of a span: midnight is the end of the day. */
export function endOf(time: string): number | null {
  const hours = hoursOf(time)
  return hours === 0 ? 24 : hours
}
