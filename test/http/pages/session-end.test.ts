import { afterAll, describe, expect, it } from 'vitest'
import { createPageClient } from '../../support/browser-session.ts'
import { startService } from '../../support/service.ts'

const running = await startService({}, afterAll)
const ownUuid = '{ me { uuid } }'
const ended = { code: 'UNAUTHORIZED' }

async function signedIn(browsers = 1) {
  const user = await running.createUser()
  const pages = Array.from({ length: browsers }, () => createPageClient(running))
  for (const page of pages) await page.signIn({ id: user.uuid, password: user.password })
  return { user, pages }
}

/** An open subscription; `ends` is when the service closes it. */
async function subscribed(page: ReturnType<typeof createPageClient>) {
  const response = await fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: page.cookie()!,
      'x-csrf-token': page.csrfToken()!,
    },
    body: JSON.stringify({ query: 'subscription { activityChanged { users { hidden } } }' }),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"users"')) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the subscription did not begin: ${text}`)
    text += value
  }
  async function drained(): Promise<number> {
    const since = performance.now()
    while (!(await reader.read()).done);
    return performance.now() - since
  }
  return { ends: drained() }
}

describe('A session of a browser ends', () => {
  it('when it signs out', async () => {
    const { pages } = await signedIn(2)
    const [page, other] = pages
    const cookie = page!.cookie()
    const { set } = await page!.signOut()
    expect(set).toContain('Max-Age=0')
    page!.plant(cookie)
    expect(await page!.graphql(ownUuid)).toMatchObject(ended)
    expect(await other!.graphql(ownUuid)).toMatchObject({ code: null })
  })

  it('when another browser signs it out from the list', async () => {
    const { pages } = await signedIn(2)
    const [page, other] = pages
    const list = '{ browserSessions { id current name remembered } }'
    const { data } = await page!.graphql(list)
    const { id } = data.browserSessions.find(({ current }: { current: boolean }) => !current)
    expect(data.browserSessions).toHaveLength(2)
    const subscription = await subscribed(other!)
    await page!.graphql(`mutation { revokeBrowserSession(id: "${id}") }`)
    expect(await subscription.ends).toBeLessThan(1_000)
    expect(await other!.graphql(ownUuid)).toMatchObject(ended)
    expect(await page!.graphql(ownUuid)).toMatchObject({ code: null })
  })

  it('when the password changes, everywhere and within a second', async () => {
    const { user, pages } = await signedIn(2)
    const [page, other] = pages
    const subscription = await subscribed(other!)
    const change = (current: string) =>
      page!.graphql(
        `mutation { changePassword(password: "another horse", currentPassword: "${current}") { uuid } }`,
      )
    expect(await change('wrong horse')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await change(user.token)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await change(user.password)).toMatchObject({ code: null })
    expect(await subscription.ends).toBeLessThan(1_000)
    for (const one of pages) expect(await one.graphql(ownUuid)).toMatchObject(ended)
    const again = await page!.signIn({ id: user.uuid, password: 'another horse' })
    expect(again.status).toBe(200)
  })

  it('when its configuration is deleted', async () => {
    const { pages } = await signedIn()
    const [page] = pages
    const subscription = await subscribed(page!)
    await page!.graphql('mutation { deleteUser }')
    expect(await subscription.ends).toBeLessThan(1_000)
    expect(await page!.graphql(ownUuid)).toMatchObject(ended)
  })

  it('not by somebody from another configuration', async () => {
    const { pages } = await signedIn()
    const stranger = await signedIn()
    const { data } = await pages[0]!.graphql('{ browserSessions { id } }')
    const [{ id }] = data.browserSessions
    const answer = await stranger.pages[0]!.graphql(
      `mutation { revokeBrowserSession(id: "${id}") }`,
    )
    expect(answer).toMatchObject({ code: 'NOT_FOUND' })
    expect(await pages[0]!.graphql(ownUuid)).toMatchObject({ code: null })
  })
})
