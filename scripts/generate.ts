// `npm run generate`: prints the files that are made from code; with --check only says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { descriptionFiles, schemaFiles } from './generated-files.ts'

const root = new URL('../', import.meta.url)
const check = process.argv.includes('--check')
let stale = 0

function current(path: string): string | null {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch {
    return null
  }
}

for (const makeFiles of [schemaFiles, descriptionFiles]) {
  for (const [path, text] of await makeFiles()) {
    if (current(path) === text) continue
    stale += 1
    if (!check) writeFileSync(new URL(path, root), text)
    console.log(`${check ? 'out of date' : 'written'}: ${path}`)
  }
}
if (stale === 0) console.log('all generated files are up to date')
else if (check) {
  console.log('run npm run generate and commit the result')
  process.exitCode = 1
}
