import { expect, it } from 'vitest'
import type { AnimeFieldsFragment } from '../../src/http/documents/documents.ts'
import { createKeptEnvelopes, successListBody } from '../../src/http/envelope.ts'
import { createAnimeAnswers } from '../../src/http/rest/anime-answers.ts'

it.each([
  ['of letters alone', 'a'.repeat(2_500)],
  ['of few characters beyond ASCII', 'ü'.repeat(20)],
])('envelopes %s that are kept as bytes keep no pool of buffers alive', (_what, text) => {
  const kept = createKeptEnvelopes('OK', 10_000)
  kept.keep('entry', JSON.stringify(text))
  const bytes = kept.get('entry') as Buffer
  expect(JSON.parse(bytes.toString())).toMatchObject({ success: true, data: text })
  expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * bytes.byteLength)
})

it('answers of a list that are kept keep no pool of buffers alive', () => {
  const kept = createAnimeAnswers(10_000)
  const entry = {
    id: 'one',
    title: 'ü'.repeat(20),
    alternatives: { imdbId: [], themoviedbId: [], traktId: [] },
    episodeMappings: [],
    sources: [],
  } as unknown as AnimeFieldsFragment
  expect(kept.get('one')).toBeUndefined()
  const bytes = kept.keep(entry)
  expect(kept.get('one')).toBe(bytes)
  expect(JSON.parse(bytes.toString())).toMatchObject({ data: { title: entry.title } })
  expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * bytes.byteLength)
})

it.each([[[]], [['1']], [['1', '"é"', 'null']]])(
  'an envelope around %j is that of the whole list',
  (values: readonly string[]) => {
    const body = successListBody(
      'für',
      values.map((value) => Buffer.from(value)),
    )
    expect(body.toString()).toBe(
      `{"success":true,"detail":"für","error":null,"data":[${values.join(',')}]}`,
    )
  },
)
