import { expect, it } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { openChanges } from '../../../src/services/live-changes/changes.ts'
import { olga, profileOf, userOf } from '../../support/play-files.ts'

function open(shownTo: () => Promise<string>) {
  const user = userOf(1, [profileOf(olga, { isOwner: true })])
  const { signal } = new AbortController()
  const access = { user: () => user, ended: signal, close: () => {} }
  const caller = { signal, follow: async () => access }
  return openChanges(caller, { isConcerned: () => true, shownTo, listen: () => () => {} })
}

it('Changes go on after the database was away', async () => {
  let asked = 0
  const changes = await open(async () => {
    asked += 1
    if (asked === 1) throw new AppError('SERVICE_UNAVAILABLE', 'The database is away.')
    return 'shown'
  })
  expect(await changes.next()).toEqual({ done: false, value: undefined })
  expect(asked).toBe(2)
  await changes.return(undefined)
})

it('Changes end with any other error', async () => {
  const changes = await open(async () => {
    throw new Error('a mistake')
  })
  await expect(changes.next()).rejects.toThrow('a mistake')
})
