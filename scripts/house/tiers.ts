import { posix } from 'node:path'

export type ImportingFile = { readonly path: string; readonly imports: readonly string[] }

/** What starts programs: browsers, the service as a process of its own, players. */
const starters = new Set(['child_process', 'cluster', 'puppeteer-core'])
/** It starts a Redis where one is installed, which takes milliseconds. */
const quick = new Set(['test/support/redis.ts'])
const valueImport =
  /^(?:import|export)\s(?!type\b)(?:([^'";]*?)\sfrom\s)?'([^']+)'|\bimport\(\s*'([^']+)'/gm

/** What a file imports values of: own files from the root, everything else by its name. */
export function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(valueImport)]
    .filter(([, names]) => !areTypes(names))
    .map(([, , stated, called]) => {
      const name = (stated ?? called)!
      return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name
    })
}

/** Whether all names in the braces are marked as types; those of `export *` and of a default are not. */
function areTypes(names: string | undefined): boolean {
  const [, inBraces] = /^\{(.*)\}$/s.exec(names ?? '') ?? []
  const each = inBraces?.split(',').map((name) => name.trim())
  return each?.every((name) => name === '' || name.startsWith('type ')) ?? false
}

/**
 * `npm test` stays quick: programs that a test starts through files of the tests are for `*.e2e.test.ts`. What the
 * service itself starts, such as the reader of history files, is not looked at: to start it is what is specified.
 */
export function tierProblems(tests: readonly ImportingFile[]): string[] {
  const known = new Map(tests.map((file) => [file.path, file]))
  return tests
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path }) => {
      const starter = starterOf(path, known)
      const isEndToEnd = path.endsWith('.e2e.test.ts')
      if (starter !== null && !isEndToEnd)
        return [`${path} may start programs through ${starter}: name it *.e2e.test.ts`]
      if (starter === null && isEndToEnd)
        return [`${path} starts no program: name it without e2e, so that npm test runs it`]
      return []
    })
}

/** The file, reached through others of the tests, that can start programs. */
function starterOf(path: string, known: ReadonlyMap<string, ImportingFile>): string | null {
  const reached = new Set([path])
  for (const each of reached) {
    const imports = known.get(each)?.imports ?? []
    if (!quick.has(each) && imports.some(isStarter)) return each
    for (const name of imports) if (known.has(name)) reached.add(name)
  }
  return null
}

function isStarter(name: string): boolean {
  return starters.has(name.replace(/^node:/, ''))
}
