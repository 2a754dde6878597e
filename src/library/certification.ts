/** Ages for certifications without a number. */
const ages: ReadonlyMap<string, number> = new Map(
  Object.entries({
    g: 0,
    u: 0,
    tvg: 0,
    tvy: 0,
    tvy7: 7,
    tvy7fv: 7,
    pg: 10,
    tvpg: 10,
    pg13: 13,
    tv14: 14,
    m: 15,
    ma15: 15,
    r: 17,
    tvma: 17,
    nc17: 18,
    x: 18,
    r18: 18,
    rx: 18,
  }),
)

/** 13 for `PG-13`, 12 for `FSK 12`; null where unknown. */
export function ageOf(certification: string): number | null {
  const text = certification.toLowerCase()
  // Some name the country first: `us/PG-13`, `DE-12`.
  const own = text.includes('/') ? text.slice(text.lastIndexOf('/') + 1) : text
  const known = ages.get(own.replaceAll(/[^a-z\d]/g, ''))
  if (known !== undefined) return known
  const number = /^(?:[a-z]+[\s-]*)?(\d{1,2})\+?$/.exec(own.trim())?.[1]
  return number === undefined ? null : Number(number)
}
