import { AppError } from '../../../core/errors.ts'
import type { QuickConnect } from '../../../services/users/profiles.ts'
import { AuthorizeQuickConnectDocument } from '../../documents/documents.ts'
import { documentRoute, route } from '../transport/define-route.ts'
import type {
  DocumentRoute,
  MediaRequest,
  MediaRoute,
  MediaServerOptions,
} from '../transport/route.ts'
import { dateText } from '../transport/times.ts'

/** Letting a device in by six digits that are typed on another one. */
export function quickConnectRoutes({
  services: { users },
}: MediaServerOptions): readonly (MediaRoute | DocumentRoute)[] {
  async function initiate({ device, context }: MediaRequest) {
    if (!device)
      throw new AppError('BAD_REQUEST', 'Say which device asks, in the Authorization header.')
    return describe(await users.startQuickConnect(device, context.client))
  }

  async function state({ query }: MediaRequest) {
    return describe(await users.quickConnect(query.text('secret') ?? ''))
  }

  return [
    route('GET', '/QuickConnect/Enabled', 'anonymous', async () => true),
    route('POST', '/QuickConnect/Initiate', 'anonymous', initiate),
    route('GET', '/QuickConnect/Initiate', 'anonymous', initiate),
    route('GET', '/QuickConnect/Connect', 'anonymous', state),
    documentRoute({
      method: 'POST',
      path: '/QuickConnect/Authorize',
      access: 'signedIn',
      document: AuthorizeQuickConnectDocument,
      variables: ({ query }) => ({ code: query.text('code') ?? '' }),
      answer: ({ authorizeQuickConnect }) => authorizeQuickConnect,
    }),
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
