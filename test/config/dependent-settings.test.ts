import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { problemsOf } from '../support/config-problems.ts'

const key = 'ab'.repeat(32)
const mysql = { DATABASE_URL: 'mysql://user:pass@db:3306/service', SECRET_KEY: key }
const redis = { REDIS_URL: 'redis://127.0.0.1:6379' }

describe('settings that need each other', () => {
  it('MySQL needs a SECRET_KEY, since all nodes share it', () => {
    expect(problemsOf({ DATABASE_URL: mysql.DATABASE_URL })).toMatch(
      /^SECRET_KEY is required when DATABASE_URL is MySQL; make one with openssl rand -hex 32, for example SECRET_KEY=[0-9a-f]{64}$/,
    )
    expect(readConfig(mysql).secretKey).toBe(key)
  })

  it('several workers need MySQL and Redis', () => {
    const message =
      /^WORKERS above 1 needs DATABASE_URL=mysql:.* and REDIS_URL; set both, or WORKERS=1$/
    expect(problemsOf({ WORKERS: '2' })).toMatch(message)
    expect(problemsOf({ WORKERS: '2', ...mysql })).toMatch(message)
    expect(problemsOf({ WORKERS: '2', ...redis })).toMatch(message)
    expect(readConfig({ WORKERS: '2', ...mysql, ...redis }).workers).toBe(2)
    expect(readConfig({ WORKERS: '1' }).workers).toBe(1)
  })

  it('WORKERS=auto is one per core', () => {
    const { workers } = readConfig({ WORKERS: 'auto', ...mysql, ...redis })
    expect(workers).toBe(availableParallelism())
  })
})
