import type { RunningService } from './service.ts'

type SignIn = { id: string; password: string; remember?: boolean }

/** Speaks to a service as its pages do: with a cookie jar and the CSRF token. */
export function createPageClient({ request }: Pick<RunningService, 'request'>) {
  let cookie: string | null = null
  let csrfToken: string | null = null

  async function send(method: string, json?: unknown, headers: Record<string, string> = {}) {
    const answer = await request('/session', {
      method,
      json,
      headers: { ...(cookie !== null && { cookie }), ...headers },
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';')[0]!
    if (answer.body?.data) csrfToken = answer.body.data.csrfToken
    return { ...answer, set }
  }

  return {
    cookie: () => cookie,
    csrfToken: () => csrfToken,
    plant: (value: string | null) => void (cookie = value),
    signIn: (input: SignIn, headers?: Record<string, string>) => send('POST', input, headers),
    resume: (headers?: Record<string, string>) => send('GET', undefined, headers),
    signOut: (headers?: Record<string, string>) => send('DELETE', undefined, headers),
    async graphql(query: string, headers: Record<string, string> = {}) {
      const answer = await request('/graphql', {
        method: 'POST',
        json: { query },
        headers: {
          ...(cookie !== null && { cookie }),
          ...(csrfToken !== null && { 'x-csrf-token': csrfToken }),
          ...headers,
        },
      })
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
      const body = answer.body as any
      return { data: body.data, code: body.errors?.[0]?.extensions?.code ?? null }
    },
  }
}
