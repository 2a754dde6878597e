import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import { leaveOutData } from '../../support/missing-service.ts'
import { median } from '../numbers.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { Row } from './row.ts'

/** Accuracy and speed of reading release names, over a corpus that says what is in them. */
export const names: Row = async ({ namesFolder, quick }) => {
  if (namesFolder === undefined) {
    leaveOutData('release names: skipped, BENCH_NAMES names no folder with visible.jsonl')
    return []
  }
  const corpus = join(namesFolder, 'visible.jsonl')
  const texts = readFileSync(corpus, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { name: string }).name)
  return [
    {
      work: `release names: fields right of those asserted (${texts.length} names)`,
      measured: accuracyOf(texts, corpus, join(namesFolder, 'score.mjs')),
      unit: '%',
      target: { least: 98 },
    },
    {
      work: 'release names: time for each',
      measured: timeOf(texts, quick ? 10 : 40),
      unit: 'µs',
      target: { most: 30 },
    },
  ]
}

function accuracyOf(texts: readonly string[], corpus: string, scorer: string): number {
  const answers = join(makeTemporaryFolder(), 'answers.jsonl')
  const lines = texts.map((name) => JSON.stringify({ name, parsed: parseReleaseName(name) }))
  writeFileSync(answers, lines.join('\n'))
  const options = { encoding: 'utf8', timeout: 30_000 } as const
  const report = execFileSync(process.execPath, [scorer, corpus, answers, '--json'], options)
  return (JSON.parse(report) as { micro: number }).micro
}

/** Microseconds. */
function timeOf(texts: readonly string[], rounds: number): number {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    for (const name of texts) parseReleaseName(name)
    times.push(((performance.now() - started) * 1_000) / texts.length)
  }
  return median(times)
}
