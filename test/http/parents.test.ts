import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { failure, startService, unknownUuid, userDataHeader } from '../support/service.ts'
import type { Auth } from '../support/service.ts'

const { request, createUser } = await startService({}, afterAll)
const parentsAddon = await startAddon({
  name: 'Parents',
  streams: [filmStream(1)],
  ends: afterAll,
})
const childsAddon = await startAddon({ name: 'Childs', streams: [filmStream(2)], ends: afterAll })

const path = '/api/v1/user'
const linkTo = ({ uuid, password }: Auth) => ({ parentConfig: { uuid, password } })

async function family() {
  const parent = await createUser({
    name: 'Parent',
    description: 'Of all',
    limits: { total: 5, source: 3 },
    sources: [parentsAddon.source],
  })
  const config = {
    name: 'Child',
    limits: { total: 9 },
    sources: [childsAddon.source],
    ...linkTo(parent),
  }
  return { parent, config, child: await createUser(config) }
}

function read(auth: Auth, query = '') {
  return request(`${path}${query}`, { auth })
}

/** For the tests that change nothing. */
const shared = await family()

describe('a configuration with a parent', () => {
  it('is answered merged: the child wins, its sources come after the parents', async () => {
    const { config, child } = shared
    const { body } = await read(child)
    expect(body.data.userData).toEqual({
      ...config,
      description: 'Of all',
      limits: { total: 9, source: 3 },
      sources: [parentsAddon.source, childsAddon.source],
    })
  })

  it.each(['true', '1', 'yes', 'TRUE', 'Yes'])(
    'is answered as it was stored with raw=%s',
    async (raw) => {
      const { config, child } = shared
      expect((await read(child, `?raw=${raw}`)).body.data.userData).toEqual(config)
    },
  )

  it.each(['?raw=false', '?raw=0', '?raw=no', '?raw=NO', '?raw=', '?raw', ''])(
    'is answered merged with %j',
    async (query) => {
      const { child } = shared
      expect((await read(child, query)).body.data.userData.description).toBe('Of all')
    },
  )

  it.each(['?raw=maybe', '?raw=2', '?raw=1&raw=1'])('refuses %s', async (query) => {
    const { child } = shared
    const { status, body } = await read(child, query)
    expect(status).toBe(400)
    expect(body).toEqual(failure('BAD_REQUEST', expect.stringContaining('raw')))
  })

  it('is answered merged by PUT', async () => {
    const { parent, child } = await family()
    const { body } = await request(path, {
      method: 'PUT',
      auth: child,
      json: { config: { name: 'New', ...linkTo(parent) } },
    })
    expect(body.data.userData).toMatchObject({ name: 'New', description: 'Of all' })
  })

  it('searches the sources of both', async () => {
    const { child } = shared
    const { body } = await request('/api/v1/search?type=movie&id=tt1', { auth: child })
    const names = body.data.results.map(({ addon }: { addon: string }) => addon)
    expect(names.toSorted()).toEqual(['Childs', 'Parents'])
  })

  it('sees a change of the parent at once', async () => {
    const { parent, child } = await family()
    await read(child)
    await request(path, {
      method: 'PUT',
      auth: parent,
      json: { config: { description: 'Changed' } },
    })
    expect((await read(child)).body.data.userData.description).toBe('Changed')
  })

  it('may come in the user-data header', async () => {
    const { parent } = shared
    const { body } = await request('/api/v1/search?type=movie&id=tt1', {
      headers: { 'x-service-user-data': userDataHeader(linkTo(parent)) },
    })
    expect(body.data.results.map(({ addon }: { addon: string }) => addon)).toEqual(['Parents'])
  })
})

describe('a parent that cannot be used', () => {
  const message = expect.stringContaining('parent configuration')
  const save = (config: object) =>
    request(path, { method: 'POST', json: { config, password: 'correct horse' } })

  it('gives one answer for an unknown one and a wrong password', async () => {
    const { parent } = shared
    const unknown = await save(linkTo({ uuid: unknownUuid, password: parent.password }))
    const wrong = await save(linkTo({ uuid: parent.uuid, password: 'wrong horse' }))
    expect(unknown.status).toBe(400)
    expect(unknown.body).toEqual(failure('PARENT_CONFIG_UNAVAILABLE', message))
    expect(wrong.text).toBe(unknown.text)
  })

  it('stops the read and the search of a stored configuration, but not the raw read', async () => {
    const { parent, config, child } = await family()
    await request(path, { method: 'DELETE', auth: parent })
    for (const target of [path, '/api/v1/search?type=movie&id=tt1']) {
      const { status, body } = await request(target, { auth: child })
      expect(status).toBe(400)
      expect(body).toEqual(failure('PARENT_CONFIG_UNAVAILABLE', message))
    }
    expect((await read(child, '?raw=true')).body.data.userData).toEqual(config)
  })

  it('can be taken away with PUT', async () => {
    const { parent, child } = await family()
    await request(path, { method: 'DELETE', auth: parent })
    const { status } = await request(path, {
      method: 'PUT',
      auth: child,
      json: { config: { name: 'Alone' } },
    })
    expect(status).toBe(200)
    expect((await read(child)).body.data.userData).toEqual({ name: 'Alone' })
  })

  it('is the configuration itself, and every circle', async () => {
    const { parent, child } = await family()
    for (const above of [parent, child]) {
      const { status, body } = await request(path, {
        method: 'PUT',
        auth: parent,
        json: { config: linkTo(above) },
      })
      expect(status).toBe(400)
      expect(body).toEqual(failure('PARENT_CONFIG_UNAVAILABLE', message))
    }
  })

  it('is one with five above it', async () => {
    let lowest = await createUser({ name: 'top' })
    for (let depth = 1; depth <= 5; depth += 1) {
      lowest = await createUser(linkTo(lowest))
      expect((await read(lowest)).body.data.userData.name).toBe('top')
    }
    expect((await save(linkTo(lowest))).body).toEqual(failure('PARENT_CONFIG_UNAVAILABLE', message))
  })

  it('is refused in the user-data header too', async () => {
    const { body } = await request('/api/v1/search?type=movie&id=tt1', {
      headers: {
        'x-service-user-data': userDataHeader(linkTo({ uuid: unknownUuid, password: 'x' })),
      },
    })
    expect(body).toEqual(failure('PARENT_CONFIG_UNAVAILABLE', message))
  })
})

it('guesses at the password of a parent count as failed sign-ins', async () => {
  const { request, createUser } = await startService({ RATE_LIMIT_SIGN_IN: '2/1m' })
  const parent = await createUser()
  const guess = (password: string) =>
    request(path, {
      method: 'POST',
      json: { config: linkTo({ uuid: parent.uuid, password }), password: 'correct horse' },
    })
  const answers = [await guess('wrong 1'), await guess('wrong 2'), await guess(parent.password)]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 429])
})
