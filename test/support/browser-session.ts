import type { RunningService } from './service.ts'

type Service = Pick<RunningService, 'request'>
type SignIn = { id: string; password: string; remember?: boolean }
type OperatorSignIn = { password: string }
type Headers = Record<string, string>

export const operatorPassword = 'the operator of this house'

/** Speaks to a service as its pages do: with a cookie jar and the CSRF token. */
export const createPageClient = (service: Service) =>
  createCookieClient(service, '/session', 'x-csrf-token')

/** As the operator's page does. */
export function createOperatorClient(service: Service) {
  const client = createCookieClient(service, '/session/operator', 'x-operator-token')
  return {
    ...client,
    signIn: (password: string, headers?: Headers) => client.signIn({ password }, headers),
  }
}

function createCookieClient({ request }: Service, path: string, csrfHeader: string) {
  let cookie: string | null = null
  let csrfToken: string | null = null

  async function send(method: string, json?: unknown, headers: Headers = {}) {
    const answer = await request(path, {
      method,
      json,
      headers: { ...(cookie !== null && { cookie }), ...headers },
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';')[0]!
    if (answer.body?.data?.csrfToken) csrfToken = answer.body.data.csrfToken
    return { ...answer, set }
  }

  return {
    cookie: () => cookie,
    csrfToken: () => csrfToken,
    plant: (value: string | null) => void (cookie = value),
    signIn: (input: SignIn | OperatorSignIn, headers?: Headers) => send('POST', input, headers),
    resume: (headers?: Headers) => send('GET', undefined, headers),
    signOut: (headers?: Headers) => send('DELETE', undefined, headers),
    async graphql(query: string, headers: Headers = {}) {
      const answer = await request('/graphql', {
        method: 'POST',
        json: { query },
        headers: {
          ...(cookie !== null && { cookie }),
          ...(csrfToken !== null && { [csrfHeader]: csrfToken }),
          ...headers,
        },
      })
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
      const body = answer.body as any
      return { data: body.data, code: body.errors?.[0]?.extensions?.code ?? null }
    },
  }
}
