import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import type { UserData } from '../../src/model/user-data.ts'
import { compilePlan } from '../../src/search/plan.ts'

function problemsOf(userData: UserData): string {
  try {
    compilePlan(userData)
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_CONFIG') return error.message
    throw error
  }
  throw new Error('the configuration was taken')
}

describe('plan', () => {
  it('is made of an empty configuration', () => {
    expect(compilePlan({}).needsMetadata).toBe(false)
  })

  it.each<{ path: string; userData: UserData }>([
    {
      path: 'filters.regex.exclude[1]: ',
      userData: { filters: { regex: { exclude: ['a', '('] } } },
    },
    {
      path: 'filters.regex.prefer[0]: ',
      userData: { filters: { regex: { prefer: [{ pattern: '[' }] } } },
    },
    {
      path: 'filters.expressions.require[0]: ',
      userData: { filters: { expressions: { require: ['size >'] } } },
    },
    {
      path: 'filters.expressions.score[0].expression: ',
      userData: { filters: { expressions: { score: [{ expression: '1', score: 2 }] } } },
    },
    { path: 'formatter.id: ', userData: { formatter: { id: 'nothing' } } },
    { path: 'formatter.name: ', userData: { formatter: { name: '{{', description: '' } } },
  ])('names the setting at fault: $path', ({ path, userData }) => {
    expect(problemsOf(userData)).toContain(path)
  })

  it('names every problem at once, and each once', () => {
    const message = problemsOf({
      filters: { regex: { exclude: ['(', ')'] }, expressions: { require: ['size >'] } },
      formatter: { id: 'nothing' },
    })
    const paths = [
      'filters.regex.exclude[0]',
      'filters.regex.exclude[1]',
      'filters.expressions.require[0]',
      'formatter.id',
    ]
    for (const path of paths) expect(message.split(`${path}: `)).toHaveLength(2)
  })

  it('counts problems beyond the first twenty', () => {
    const expressions = Array.from({ length: 30 }, (_, index) => `size > (${index}`)
    expect(problemsOf({ filters: { expressions: { require: expressions } } })).toContain(
      'and 10 more',
    )
  })

  it.each<{ reason: string; userData: UserData }>([
    { reason: 'titles are compared', userData: { filters: { title: { mode: 'exact' } } } },
    { reason: 'years are compared', userData: { filters: { year: { mode: 'contains' } } } },
    { reason: 'episodes are compared', userData: { filters: { episode: { mode: 'exact' } } } },
    { reason: 'bitrates are limited', userData: { filters: { bitrate: { max: 1 } } } },
    {
      reason: 'results are sorted by bitrate',
      userData: { sort: { series: [{ by: 'bitrate' }] } },
    },
    { reason: 'winners are chosen by bitrate', userData: { dedupe: { prefer: ['bitrate'] } } },
    {
      reason: 'an expression reads the query',
      userData: { filters: { expressions: { exclude: ['year < query.year'] } } },
    },
    {
      reason: 'a score reads the bitrate',
      userData: {
        filters: { expressions: { score: [{ expression: 'bitrate > 5.0', score: 1 }] } },
      },
    },
    {
      reason: 'a template shows the query',
      userData: { formatter: { name: '{{ query.title }}', description: '' } },
    },
  ])('needs metadata where $reason', ({ userData }) => {
    expect(compilePlan(userData).needsMetadata).toBe(true)
  })

  it('needs no metadata where nothing reads it', () => {
    const userData: UserData = {
      filters: {
        title: { mode: 'off' },
        resolution: { require: ['1080p'] },
        expressions: { require: ['size > 1.0'] },
      },
      sort: { global: [{ by: 'size' }] },
      formatter: { name: '{{ stream.title }}', description: '{{ stream.size }}' },
    }
    expect(compilePlan(userData).needsMetadata).toBe(false)
  })
})
