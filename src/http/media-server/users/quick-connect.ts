import { AppError } from '../../../core/errors.ts'
import type { Services } from '../../../graphql/services.ts'
import type { QuickConnect } from '../../../services/users/sign-in-types.ts'
import { AuthorizeQuickConnectDocument } from '../../documents/documents.ts'
import { documentRoute, fixedRoute } from '../transport/define-route.ts'
import type { DocumentRoute, FixedRoute, ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { dateText } from '../transport/times.ts'

/** Letting a device in by six digits that are typed on another one. */
export const quickConnectRoutes: readonly (DocumentRoute | FixedRoute)[] = [
  fixedRoute('GET', '/QuickConnect/Enabled', 'anonymous', () => true),
  documentRoute({
    method: 'POST',
    path: '/QuickConnect/Authorize',
    access: 'signedIn',
    document: AuthorizeQuickConnectDocument,
    variables: ({ query }) => ({ code: query.text('code') ?? '' }),
    answer: ({ authorizeQuickConnect }) => authorizeQuickConnect,
  }),
]

/** The side of the device that is let in, which signs in by it. */
export function quickConnectSignInRoutes({
  users,
}: Pick<Services, 'users'>): readonly ServiceRoute[] {
  async function initiate({ device, scope, caller }: ServiceRequest) {
    if (!device)
      throw new AppError('BAD_REQUEST', 'Say which device asks, in the Authorization header.')
    return describe(await users.startQuickConnect(device, scope, caller.client))
  }

  async function state({ query }: ServiceRequest) {
    return describe(await users.quickConnect(query.text('secret') ?? ''))
  }

  return [
    { method: 'POST', path: '/QuickConnect/Initiate', access: 'anonymous', handle: initiate },
    { method: 'GET', path: '/QuickConnect/Initiate', access: 'anonymous', handle: initiate },
    { method: 'GET', path: '/QuickConnect/Connect', access: 'anonymous', handle: state },
  ]
}

function describe({ secret, code, authenticated, device, createdAt }: QuickConnect) {
  return {
    Authenticated: authenticated,
    Secret: secret,
    Code: code,
    DeviceId: device.id,
    DeviceName: device.name,
    AppName: device.client,
    AppVersion: device.version,
    DateAdded: dateText(createdAt),
  }
}
