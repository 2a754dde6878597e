import { describe, expect, it } from 'vitest'
import { weightOf, weightOfAll, weightOfUnread } from '../../src/library/title-weight.ts'
import type { SourceMeta } from '../../src/model/source-meta.ts'
import { sourceMeta } from '../support/source-meta.ts'

describe('How much memory a title takes', () => {
  it('follows from its text, which is read once', () => {
    let reads = 0
    const meta: SourceMeta = {
      ...sourceMeta({ type: 'movie' }),
      get description() {
        reads += 1
        return 'x'.repeat(10_000)
      },
    }
    expect([weightOf(meta), weightOfAll([{ meta }, { meta }])]).toEqual([6, 12])
    expect(reads).toBe(1)
  })

  it('is that of usual titles before any is read, or what the bytes of all say', () => {
    expect([weightOfUnread(80, 45_000), weightOfUnread(3, 45_000)]).toEqual([80, 23])
  })
})
