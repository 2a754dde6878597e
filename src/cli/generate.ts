// `npm run generate`: prints the files that are made from code; with --check only says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { generatedFiles } from './generated-files.ts'

const root = new URL('../../', import.meta.url)
const check = process.argv.includes('--check')

function current(path: string): string | null {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch {
    return null
  }
}

const files = await generatedFiles()
const stale = [...files].filter(([path, text]) => current(path) !== text)
for (const [path, text] of stale) {
  if (!check) writeFileSync(new URL(path, root), text)
  console.log(`${check ? 'out of date' : 'written'}: ${path}`)
}
if (stale.length === 0) console.log('all generated files are up to date')
else if (check) {
  console.log('run npm run generate and commit the result')
  process.exitCode = 1
}
