import { openStremioCore } from '../support/stremio-core.ts'

/**
 * Installs each of these addons in Stremio's core and fills its board, and writes how long that took each time. In a process of its
 * own: the core takes the place of global functions, and does not end.
 */
const [first, ...others] = process.argv.slice(2)
const core = await openStremioCore(first!, () => {})
core.remove()
const times: number[] = []
for (const address of others) {
  const started = performance.now()
  const own = await core.install(address)
  const rows = await own.board()
  times.push(performance.now() - started)
  const ready = rows.filter(({ content }) => content.type === 'Ready')
  if (ready.length !== own.manifest.catalogs.length) throw new Error(`only ${ready.length} rows`)
  own.remove()
}
console.log(`boards ${JSON.stringify(times)}`)
process.exit()
