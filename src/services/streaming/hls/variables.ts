import { attributesOf, brokenPlaylist } from './lines.ts'

export type Variables = Readonly<Record<string, string>>

export type PlaylistVariables = ReturnType<typeof createVariables>

const maxVariables = 100
const maxName = 64
/** Characters of all names and values: they are part of the addresses of variants. */
const maxDefined = 2_000
const maxLine = 64_000
const reference = /\{\$([\w-]+)\}/g

/** Definitions of a playlist as it is read from the top; `inherited` are those of the playlist that led to it. */
export function createVariables(address: URL, inherited: Variables) {
  const known = new Map<string, string>()
  let size = 0

  function define(name: string, value: string): void {
    const isTooMuch = known.size >= maxVariables || name.length > maxName
    size += name.length + value.length
    if (isTooMuch || size > maxDefined) throw brokenPlaylist('defines too much')
    if (/[\p{Cc}"]/u.test(value)) throw brokenPlaylist('defines what no line may hold')
    known.set(name, value)
  }

  function substitute(line: string): string {
    if (known.size === 0 || !line.includes('{$')) return line
    let length = line.length
    return line.replace(reference, (_whole, name: string) => {
      const value = known.get(name)
      if (value === undefined) throw undefinedVariable(name)
      length += value.length
      if (length > maxLine) throw brokenPlaylist('has a line that is too long')
      return value
    })
  }

  return {
    substitute,

    all: (): Variables => Object.fromEntries(known),

    define(line: string): void {
      const attributes = attributesOf(line)
      const name = attributes.get('NAME')
      const imported = attributes.get('IMPORT')
      const parameter = attributes.get('QUERYPARAM')
      if (name !== undefined) define(name, substitute(attributes.get('VALUE') ?? ''))
      else if (imported !== undefined) define(imported, required(inherited, imported))
      else if (parameter !== undefined) {
        define(parameter, required(Object.fromEntries(address.searchParams), parameter))
      }
    },
  }
}

function required(values: Variables, name: string): string {
  if (Object.hasOwn(values, name)) return values[name]!
  throw undefinedVariable(name)
}

function undefinedVariable(name: string) {
  return brokenPlaylist(`uses the variable ${name.slice(0, 40)}, which is defined nowhere`)
}
