const day = 86_400_000

/** Texts of a known meaning, such as addresses and secrets, with the names that stand for them. */
export type KnownTexts = Map<string, string>

const patterns = {
  uuid: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
  id: /\b[\da-f]{32}\b/gi,
}

/**
 * Replaces what differs between two runs by names: ids are numbered in the order in which they appear, times near now
 * say how they are written.
 */
export function createNaming(known: KnownTexts) {
  const numbered = new Map<string, string>()

  function numberOf(kind: string, text: string): string {
    const key = text.toLowerCase()
    const found = numbered.get(key)
    if (found) return found
    const count = [...numbered.values()].filter((name) => name.startsWith(`<${kind} `)).length + 1
    const name = `<${kind} ${count}>`
    numbered.set(key, name)
    return name
  }

  return function named(text: string): string {
    let result = text
    // Longer ones first: an address may be the beginning of another.
    for (const [value, name] of [...known].toSorted(([a], [b]) => b.length - a.length)) {
      result = result.replaceAll(value, name).replaceAll(encodeURIComponent(value), name)
    }
    for (const [kind, pattern] of Object.entries(patterns)) {
      result = result.replaceAll(pattern, (match) => numberOf(kind, match))
    }
    return namedTimes(result)
  }
}

function namedTimes(text: string): string {
  const years = new Set(
    [Date.now(), Date.now() + 30 * day].map((time) => new Date(time).getUTCFullYear()),
  )
  return text
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z/g, (match, digits: string = '') => {
      const name = nameOfTime(Date.parse(match))
      return name === null ? match : `<${name}, ${digits.length} digits>`
    })
    .replaceAll(/(?<=":)\d{13}\b/g, (match) => {
      const name = nameOfTime(Number(match))
      // A text, so that the whole stays JSON.
      return name === null ? match : `"<${name}, ms>"`
    })
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (match) =>
      nameOfTime(Date.parse(match)) ? '<day>' : match,
    )
    .replaceAll(/\b\d{4}\b/g, (match) => (years.has(Number(match)) ? '<year>' : match))
    .replaceAll(/\bin \d+ ms\b/g, 'in <n> ms')
}

/** Null for a time that is the same in every run. */
function nameOfTime(time: number): string | null {
  const days = (time - Date.now()) / day
  if (Math.abs(days) > 400) return null
  const whole = Math.round(days)
  return whole === 0 ? 'now' : `now ${whole < 0 ? '-' : '+'} ${Math.abs(whole)} days`
}
