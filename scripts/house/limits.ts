import type { measureHouse, SourceFile } from './measure.ts'

export type House = ReturnType<typeof measureHouse>

export const maxFunctionLines = 80
export const maxFactoryLines = 150
export const maxTestLines = 300
/** Of the lines that are not blank. */
export const maxCommentShare = 0.05

/** What is above a limit today, by name, with its figure: it may shrink and not grow, and nothing else may join. */
export type Pins = {
  readonly functions: Readonly<Record<string, number>>
  readonly tests: Readonly<Record<string, number>>
  readonly sleeps: Readonly<Record<string, number>>
  /** Names of values that several files export. */
  readonly names: Readonly<Record<string, number>>
  readonly commentShare: number
}

/** Everything above its limit, named so that a move of a file alone changes nothing. */
export function excesses({ sources, helpers, tests }: House): Pins {
  return {
    functions: greatest(
      [...sources, ...helpers].flatMap(({ path, functions }) =>
        functions
          .filter(
            ({ lines, isFactory }) => lines > (isFactory ? maxFactoryLines : maxFunctionLines),
          )
          .map(
            ({ name, lines }) =>
              [name === 'anonymous' ? `anonymous in ${path}` : name, lines] as const,
          ),
      ),
    ),
    tests: greatest(
      tests
        .filter(({ lines }) => lines > maxTestLines)
        .map(({ path, lines }) => [path, lines] as const),
    ),
    sleeps: greatest(
      tests.filter(({ sleeps }) => sleeps > 0).map(({ path, sleeps }) => [path, sleeps] as const),
    ),
    names: sharedNames(sources),
    commentShare: commentShareOf(sources),
  }
}

/** Pages are bundles of their own: a name there means something else. */
function sharedNames(sources: readonly SourceFile[]): Record<string, number> {
  const names = sources
    .filter(({ path }) => !path.startsWith('src/web/'))
    .flatMap((file) => [...new Set(file.exports)])
  const counts = [...Map.groupBy(names, (name) => name)].map(
    ([name, all]) => [name, all.length] as const,
  )
  return greatest(counts.filter(([, count]) => count > 1))
}

export function commentShareOf(sources: readonly SourceFile[]): number {
  const comments = sources.reduce((sum, file) => sum + file.comments, 0)
  const written = sources.reduce((sum, file) => sum + file.lines - file.blank, 0)
  return Math.ceil((comments / written) * 1_000) / 1_000
}

/** What is above its limit and above its pin, in words; none: the house is in order. */
export function problemsOf(found: Pins, pins: Pins): string[] {
  return [
    ...above(
      found.functions,
      pins.functions,
      (name, lines, pin) =>
        `${name} has ${lines} lines, ${pin === undefined ? `more than ${maxFunctionLines} (${maxFactoryLines} where it only returns short methods)` : `more than its ${pin}`}: take plain functions out of it`,
    ),
    ...above(
      found.tests,
      pins.tests,
      (path, lines, pin) =>
        `${path} has ${lines} lines, more than ${pin ?? maxTestLines}: split it by subject`,
    ),
    ...above(
      found.sleeps,
      pins.sleeps,
      (path, count, pin) =>
        `${path} sleeps or calls vi.waitFor ${count} times, more than ${pin ?? 0}: poll with until() of test/support/until.ts or expect.poll(), or hand a clock in`,
    ),
    ...above(
      found.names,
      pins.names,
      (name, count, pin) =>
        `${count} files export ${name}, more than ${pin ?? 1}: say in the name what each is of`,
    ),
    ...(found.commentShare > Math.max(maxCommentShare, pins.commentShare)
      ? [
          `${percent(found.commentShare)} of the lines are comments, more than ${percent(Math.max(maxCommentShare, pins.commentShare))}: say why, not what`,
        ]
      : []),
  ]
}

/** Pins above what was found, which would let it grow again. */
export function stalePins(found: Pins, pins: Pins): string[] {
  const kinds = ['functions', 'tests', 'sleeps', 'names'] as const
  return kinds.flatMap((kind) =>
    Object.entries(pins[kind])
      .filter(([name, pin]) => pin > (found[kind][name] ?? 0))
      .map(
        ([name, pin]) =>
          `pins.json says ${pin} for ${name} in ${kind}; it is ${found[kind][name] ?? 'within the limit'}: run npm run check:house -- --pin`,
      ),
  )
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function greatest(entries: readonly (readonly [string, number])[]): Record<string, number> {
  const result: Record<string, number> = {}
  for (const [name, value] of entries) result[name] = Math.max(result[name] ?? 0, value)
  return Object.fromEntries(Object.entries(result).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function above(
  found: Readonly<Record<string, number>>,
  pins: Readonly<Record<string, number>>,
  describe: (name: string, value: number, pin: number | undefined) => string,
): string[] {
  return Object.entries(found)
    .filter(([name, value]) => value > (pins[name] ?? 0))
    .map(([name, value]) => describe(name, value, pins[name]))
}
