import { AppError } from '../../core/errors.ts'
import { maxDeviceName } from '../../model/device-store.ts'
import type { DeviceInfo, User } from '../../model/household.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { refuseApiKeys } from './access.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { requireUnchanged } from './require-unchanged.ts'
import { nobody } from './sign-in-types.ts'
import type { SignedIn } from './sign-in-types.ts'

type Options = { readonly configurations: Pick<ConfigurationService, 'byRowId'> }

/** Signs an app in for a user who is signed in already, so that no password travels. */
export function createAppSignIn({ configurations }: Options, issueToken: DeviceTokens['issue']) {
  return {
    /**
     * Ends what the user had on the same device. Throws FORBIDDEN for API keys, BAD_REQUEST for a device without id or
     * name.
     */
    async signInApp(user: User, device: DeviceInfo): Promise<SignedIn> {
      refuseApiKeys(user)
      requireNamed(device)
      const stored = requireUnchanged(
        await configurations.byRowId(user.configuration, nobody),
        user,
      )
      return issueToken(stored, user.profile, device, user.via === 'basic' ? 'password' : user.via)
    },
  }
}

function requireNamed(device: DeviceInfo): void {
  for (const [name, text] of Object.entries(device)) {
    if (text !== '' && text.length <= maxDeviceName) continue
    throw new AppError(
      'BAD_REQUEST',
      `The ${name} of the device must have 1 to ${maxDeviceName} characters.`,
    )
  }
}
