import { afterAll, describe, expect, it } from 'vitest'
import { failure, startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'

const { request, createUser } = await startService({}, afterAll)
const path = '/api/v1/user'

async function etagOf(user: Auth): Promise<string> {
  return (await request(path, { auth: user })).headers.get('etag')!
}

function replace(user: Auth, name: string, ifMatch?: string) {
  return request(path, {
    method: 'PUT',
    auth: user,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    json: { config: { name } },
  })
}

describe('a PUT with If-Match', () => {
  it('replaces what the client has read', async () => {
    const user = await createUser()
    const { status, headers } = await replace(user, 'new', await etagOf(user))
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe(await etagOf(user))
  })

  it('is refused where another was faster, and changes nothing', async () => {
    const user = await createUser()
    const read = await etagOf(user)
    await replace(user, 'first', read)
    const { status, body } = await replace(user, 'second', read)
    expect(status).toBe(412)
    expect(body).toEqual(failure('CONFLICT', expect.stringContaining('ETag')))
    const now = await request(path, { auth: user })
    expect(now.body.data.userData).toEqual({ name: 'first' })
  })

  it('lets one of two that come at once through', async () => {
    const user = await createUser()
    const read = await etagOf(user)
    const answers = await Promise.all([replace(user, 'a', read), replace(user, 'b', read)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]))
  })

  it('that is not sent never conflicts', async () => {
    const user = await createUser()
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => replace(user, name)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it.each([
    ['any', () => '*', 200],
    ['a weak one', (etag: string) => `W/${etag}`, 200],
    ['a list that holds it', (etag: string) => `"x", W/"y" , ${etag}`, 200],
    ['a list that does not', () => '"x", W/"y"', 412],
    ['another', () => '"x"', 412],
    ['it without quotes', (etag: string) => etag.replaceAll('"', ''), 200],
    ['another without quotes', () => '99', 412],
    ['nothing', () => '', 412],
  ])('naming %s', async (_what, ifMatch, status) => {
    const user = await createUser()
    expect((await replace(user, 'new', ifMatch(await etagOf(user)))).status).toBe(status)
  })
})

describe('a DELETE with If-Match', () => {
  it('is refused where the configuration is another by now', async () => {
    const user = await createUser()
    const read = await etagOf(user)
    await replace(user, 'new')
    const remove = (ifMatch: string) =>
      request(path, { method: 'DELETE', auth: user, headers: { 'if-match': ifMatch } })
    expect((await remove(read)).body).toEqual(failure('CONFLICT'))
    expect((await remove(await etagOf(user))).status).toBe(200)
  })
})

describe('the ETag', () => {
  it('is the same for the raw and the merged configuration', async () => {
    const user = await createUser()
    const raw = await request(`${path}?raw=true`, { auth: user })
    expect(raw.headers.get('etag')).toBe(await etagOf(user))
  })
})
