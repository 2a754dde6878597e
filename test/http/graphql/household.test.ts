import { afterAll, describe, expect, it } from 'vitest'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  mediaServer: {
    owner: { name: 'Olga' },
    users: [{ name: 'Kim' }, { name: 'Guest', hidden: true }],
  },
})
const olga = await signInApp(service.url, owner)

/** As Olga on her television, or with another token. */
async function ask(query: string, variables: object = {}, token: string = olga.token) {
  const headers = { authorization: `MediaBrowser Token="${token}"` }
  const { data, errors } = await service.graphql(query, { variables, headers })
  return { data, code: errors?.[0]?.extensions?.code }
}

async function switchTo(name: string): Promise<string> {
  const { data } = await ask('{ household { users { id name } } }')
  const { id } = data.household.users.find((user: { name: string }) => user.name === name)
  const query =
    'mutation ($id: ID!, $secret: String) { switchUser(userId: $id, secret: $secret) { accessToken } }'
  const switched = await ask(query, { id, secret: owner.password })
  return switched.data.switchUser.accessToken
}

describe('The household', () => {
  it('names the caller and everyone whom the caller sees', async () => {
    const query = '{ household { ownerId currentUser { name isOwner } users { name } } }'
    expect((await ask(query)).data.household).toEqual({
      ownerId: olga.userId,
      currentUser: { name: 'Olga', isOwner: true },
      users: [{ name: 'Olga' }, { name: 'Kim' }, { name: 'Guest' }],
    })
    expect((await ask(query, {}, await switchTo('Kim'))).data.household).toMatchObject({
      currentUser: { name: 'Kim', isOwner: false },
      users: [{ name: 'Olga' }, { name: 'Kim' }],
    })
  })

  it('answers NOT_FOUND for a user whom the caller does not see', async () => {
    const id = '0'.repeat(32)
    expect(
      await ask('query ($id: ID!) { household { user(id: $id) { name } } }', { id }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('Preferences of users', () => {
  const set = `mutation ($preferences: UserPreferencesInput!) {
    setUserPreferences(preferences: $preferences) { audioLanguages subtitleMode hidePlayedInLatest }
  }`

  it('are kept whole, without what cannot be a language', async () => {
    const preferences = { audioLanguages: ['ger', '??', 'eng', 'ger'], subtitleMode: 'ONLY_FORCED' }
    const kept = {
      audioLanguages: ['ger', 'eng'],
      subtitleMode: 'ONLY_FORCED',
      hidePlayedInLatest: true,
    }
    expect((await ask(set, { preferences })).data.setUserPreferences).toEqual(kept)
    // The same again stays the same: no program's single language is meant.
    const same = { ...preferences, audioLanguages: ['ger', 'eng'] }
    expect((await ask(set, { preferences: same })).data.setUserPreferences).toEqual(kept)
  })

  it('are for their user and the first one alone', async () => {
    const kim = await switchTo('Kim')
    await ask(set, { preferences: { subtitleMode: 'ALWAYS' } }, kim)
    await ask(set, { preferences: { subtitleMode: 'NONE' } })
    const query = '{ household { users { name preferences { subtitleMode } } } }'
    const modesFor = async (token?: string) => {
      const { data } = await ask(query, {}, token)
      return data.household.users.map(
        ({ preferences }: { preferences: { subtitleMode: string } }) => preferences.subtitleMode,
      )
    }
    expect(await modesFor()).toEqual(['NONE', 'ALWAYS', 'DEFAULT'])
    expect(await modesFor(kim)).toEqual(['DEFAULT', 'ALWAYS'])
  })
})

describe('What apps keep', () => {
  const place = { app: 'App', name: 'home' }
  const fields = 'sortBy sortOrder primaryImageHeight customPrefs { name value }'
  const read = `query ($app: String!, $name: String!) { displayPreferences(app: $app, name: $name) { ${fields} } }`

  it('is nothing at first, then what was set last', async () => {
    expect((await ask(read, place)).data.displayPreferences).toEqual({
      sortBy: null,
      sortOrder: null,
      primaryImageHeight: null,
      customPrefs: null,
    })
    const preferences = {
      sortBy: 'DateCreated',
      sortOrder: 'DESCENDING',
      primaryImageHeight: 300,
      customPrefs: [{ name: 'Home', value: 'wide' }],
    }
    const set = `mutation ($app: String!, $name: String!, $preferences: DisplayPreferencesInput!) {
      setDisplayPreferences(app: $app, name: $name, preferences: $preferences) { ${fields} }
    }`
    const answer = await ask(set, { ...place, preferences })
    expect(answer.data.setDisplayPreferences).toEqual(preferences)
    expect((await ask(read, place)).data.displayPreferences).toEqual(preferences)
  })

  it('needs a name of the app: the empty one has what the user has chosen', async () => {
    const chosen = '{ household { currentUser { preferences { subtitleMode } } } }'
    const before = await ask(chosen)
    const own = { app: '', name: 'configuration' }
    const overwrite = `mutation ($app: String!, $name: String!) {
      setDisplayPreferences(app: $app, name: $name, preferences: {}) { sortBy }
    }`
    expect(await ask(overwrite, own)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask(read, own)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask(chosen)).toEqual(before)
  })
})

describe('Devices and keys', () => {
  it('are listed, renamed and signed out', async () => {
    const { token } = await signInApp(service.url, owner, 'phone')
    await ask('mutation { renameDevice(id: "phone", name: "Old phone") }')
    const query =
      '{ device(id: "phone") { device { name client } user { name } signedInAt lastSeenAt } }'
    expect((await ask(query)).data.device).toEqual({
      device: { name: 'Old phone', client: expect.any(String) },
      user: { name: 'Olga' },
      signedInAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect((await ask('mutation { revokeDevice(id: "phone") }')).data).toEqual({
      revokeDevice: true,
    })
    expect(await ask('{ household { ownerId } }', {}, token)).toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(await ask(query)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are signed out for one user alone where that is asked', async () => {
    const { token, userId } = await signInApp(service.url, owner, 'shared')
    const revoke = 'mutation ($userId: ID) { revokeDevice(id: "shared", userId: $userId) }'
    expect(await ask(revoke, { userId: 'f'.repeat(32) })).toMatchObject({ code: 'NOT_FOUND' })
    expect((await ask('{ household { ownerId } }', {}, token)).data).toBeTruthy()
    expect((await ask(revoke, { userId })).data).toEqual({ revokeDevice: true })
    expect(await ask('{ household { ownerId } }', {}, token)).toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('take names of keys that are kept whole, and programs of the standard may be named longer', async () => {
    const create = 'mutation ($name: String!) { createApiKey(name: $name) { name key } }'
    expect(await ask(create, { name: 'n'.repeat(256) })).toMatchObject({ code: 'BAD_REQUEST' })
    const { name, key } = (await ask(create, { name: 'n'.repeat(255) })).data.createApiKey
    expect((await ask('{ apiKeys { name } }')).data.apiKeys).toEqual([{ name }])
    await ask('mutation ($key: String!) { revokeToken(token: $key) }', { key })
    const headers = { authorization: `MediaBrowser Token="${olga.token}"` }
    const path = `/Auth/Keys?app=${'n'.repeat(256)}`
    const { status, text } = await service.request(path, { method: 'POST', headers })
    const made = JSON.parse(text) as { AccessToken: string; AppName: string }
    expect([status, made.AppName]).toEqual([200, 'n'.repeat(256)])
    await ask('mutation ($key: String!) { revokeToken(token: $key) }', { key: made.AccessToken })
  })

  it('show a key once, and only the first user makes one', async () => {
    const create = 'mutation { createApiKey(name: "Dashboard") { key user { name } } }'
    const { key, user } = (await ask(create)).data.createApiKey
    expect(user).toEqual({ name: 'Olga' })
    expect((await ask('{ apiKeys { name key } }')).data.apiKeys).toEqual([
      { name: 'Dashboard', key: null },
    ])
    expect(await ask(create, {}, key)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await ask(create, {}, await switchTo('Kim'))).toMatchObject({ code: 'FORBIDDEN' })
    await ask('mutation ($key: String!) { revokeToken(token: $key) }', { key })
    expect(await ask('{ household { ownerId } }', {}, key)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('revoke a key by its entry, which only the first user may', async () => {
    const { key } = (await ask('mutation { createApiKey(name: "Wall") { key } }')).data.createApiKey
    const { id } = (await ask('{ apiKeys { id name } }')).data.apiKeys.find(
      ({ name }: { name: string }) => name === 'Wall',
    )
    const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) }'
    expect(await ask(revoke, { id }, await switchTo('Kim'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await ask(revoke, { id }, key)).toMatchObject({ code: 'FORBIDDEN' })
    expect((await ask(revoke, { id })).data.revokeApiKey).toBe(true)
    expect(await ask('{ household { ownerId } }', {}, key)).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await ask(revoke, { id })).toMatchObject({ code: 'NOT_FOUND' })
  })
})
