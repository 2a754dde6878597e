// `npm run bench:load-plays -- <folder>`: makes a folder of data for `BENCH_PLAYS_FOLDER=<folder> npm run bench -- --only plays`.
//   BENCH_PLAYS    plays (10000000, which takes minutes and gigabytes); BENCH_DATABASE is that of the bench
import { makePlaysFolder, readPlaysFolder } from './rows/plays/folder.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name a folder: npm run bench:load-plays -- /tmp/plays')
  process.exit(2)
}
if (readPlaysFolder(folder) !== null) {
  console.error(`${folder} is loaded already; remove it or name another one.`)
  process.exit(2)
}
const started = performance.now()
const plays = Number(process.env['BENCH_PLAYS'] || 10_000_000)
const { count } = await makePlaysFolder(folder, plays, process.env['BENCH_DATABASE'] || null)
const seconds = (performance.now() - started) / 1_000
console.log(`${count.toLocaleString('en')} plays in ${seconds.toFixed(0)} s`)
process.exit()
