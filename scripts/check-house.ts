// `npm run check:house`: fails where a function, a file of tests or the comments grow beyond their limits, and where a
// name has a word that the vocabulary replaces (house/words.ts), where a test of `npm test` starts a program through
// files of the tests (house/tiers.ts), or where CONTRIBUTING's table or a pin is no longer true.
// `-- --figures` prints what CONTRIBUTING's table shows, of this checkout or of another: `-- --figures FOLDER`.
// `-- --pin` writes what is above its limit now to scripts/house/pins.json; a review shows whether it grew.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import rules from '../.dependency-cruiser.js'
import { commentShareOf, excesses, percent, problemsOf, stalePins } from './house/limits.ts'
import type { Pins } from './house/limits.ts'
import { measureHouse } from './house/measure.ts'
import { readTable, staleRows } from './house/table.ts'
import { tierProblems } from './house/tiers.ts'

const pinFile = new URL('house/pins.json', import.meta.url)
const { values, folder } = readArguments()
const root = folder ?? fileURLToPath(new URL('..', import.meta.url))
const house = measureHouse(root)
const { sources, tests } = house

if (values.has('--figures')) await printFigures()
else if (values.has('--pin'))
  writeFileSync(pinFile, `${JSON.stringify(excesses(house), null, 2)}\n`)
else await check()

function readArguments() {
  const all = process.argv.slice(2)
  return {
    values: new Set(all.filter((argument) => argument.startsWith('--'))),
    folder: all.find((argument) => !argument.startsWith('--')),
  }
}

async function check(): Promise<void> {
  // A parser that finds no functions finds nothing wrong with them.
  const count = sources.reduce((sum, { functions }) => sum + functions.length, 0)
  const broken =
    count < 1_000 ? [`only ${count} functions were seen: the check itself is broken`] : []
  const pins = JSON.parse(readFileSync(pinFile, 'utf8')) as Pins
  const words = [...sources, ...house.helpers].flatMap((file) => file.words)
  const stale = staleRows(readTable(root), await measureFigures())
  const found = excesses(house)
  const problems = [
    ...broken,
    ...words,
    ...problemsOf(found, pins),
    ...stalePins(found, pins),
    ...tierProblems(house.testImports),
    ...stale,
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${count} functions and ${tests.length} files of tests keep to their limits`)
}

async function printFigures(): Promise<void> {
  const figures = await measureFigures()
  for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`)
}

async function measureFigures(): Promise<Record<string, string | number>> {
  const lines = sources.map((file) => file.lines).toSorted((a, b) => a - b)
  const at = (share: number): number => lines[Math.floor((lines.length - 1) * share)]!
  const functions = [...sources, ...house.helpers]
    .flatMap(({ path, functions }) => functions.map((each) => ({ ...each, path })))
    .toSorted((a, b) => b.lines - a.lines)
  const [longest] = functions
  return {
    files: sources.length,
    'median of lines': at(0.5),
    '90th percentile of lines': at(0.9),
    'longest function, factory or class': `${longest!.lines} (${longest!.name})`,
    'functions over 80 lines, factories and classes over 150': Object.keys(
      excesses(house).functions,
    ).length,
    'cycles of imports': await countCycles(),
    'lines that are comments': percent(commentShareOf(sources)),
    'files of tests over 300 lines': tests.filter((file) => file.lines > 300).length,
    'places where tests sleep': tests.reduce((sum, file) => sum + file.sleeps, 0),
  }
}

/** Modules that lie on a cycle, imports of types included. */
async function countCycles(): Promise<number> {
  const { options } = rules as { options: object }
  const ruleSet = {
    forbidden: [{ name: 'cycle', severity: 'error' as const, from: {}, to: { circular: true } }],
  }
  const { output } = await cruise(['src'], { ...options, ruleSet, validate: true, baseDir: root })
  const { modules } = output as ICruiseResult
  return modules.filter((module) => module.dependencies.some(({ circular }) => circular)).length
}
