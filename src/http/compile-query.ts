import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

export type { CompiledQuery } from 'graphql-jit'

// For each value of an answer the library makes lists that only its errors need: 200 bytes, and a third of the time of
// a large answer. With this it makes them for errors and for values that are missing where one must be.
const exceptions = {
  NonNull: '${sourcePath} == null || ${sourcePath} instanceof Error',
  Nullable: '${sourcePath} == null ? null : ${sourcePath} instanceof Error',
}
const value =
  '${serializerRef}(${GLOBAL_EXECUTION_CONTEXT}, ${sourcePath}, ${errHandler}${extraIndexes})'

function withoutLists(source: string): string {
  return source.replaceAll(
    /return `(\$\{GLOBAL_RUNTIME_NAME\}\.check(NonNull|Nullable)Leaf\(.+)`;/g,
    (_all, check: string, kind: keyof typeof exceptions) =>
      `return \`(${exceptions[kind]} ? ${check} : ${value})\`;`,
  )
}

const changed: string[] = []
const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!/\/graphql-jit\/dist\/execution\.m?js$/.test(url)) return loaded
    changed.push(url)
    return { ...loaded, source: withoutLists(readFileSync(new URL(url), 'utf8')) }
  },
})
export const { compileQuery, isCompiledQuery } = await import('graphql-jit')
hooks.deregister()
if (changed.length === 0)
  throw new Error('graphql-jit was loaded before; import it from here alone')
