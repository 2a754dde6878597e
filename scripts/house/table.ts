import { readFileSync } from 'node:fs'

/** Figures that change with every file are true until they are this far off. */
const mostOff = 0.05

/** Rows of CONTRIBUTING's table that no longer say what is measured, in words. */
export function staleRows(table: string, measured: Readonly<Record<string, string | number>>) {
  return Object.entries(measured).flatMap(([name, value]) => {
    const said = rowOf(table, name)
    if (said === null) return [`CONTRIBUTING.md has no row "${name}"`]
    if (isNear(said, String(value))) return []
    return [`CONTRIBUTING.md says ${said} for "${name}"; it is ${value}`]
  })
}

export function readTable(root: string): string {
  return readFileSync(`${root}/CONTRIBUTING.md`, 'utf8')
}

/** The last column; null where there is no such row. */
function rowOf(table: string, name: string): string | null {
  const line = table.split('\n').find((each) => each.startsWith(`| ${name} |`))
  return line?.split('|').at(-2)?.trim() ?? null
}

function isNear(said: string, value: string): boolean {
  const [a, b] = [Number.parseFloat(said), Number.parseFloat(value)]
  return Math.abs(a - b) <= Math.max(a, b) * mostOff
}
