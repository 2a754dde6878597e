import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { householdKey } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { RenewPersonalUrlDocument } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { ForDevices } from '../../parts/for-devices.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

type Props = { readonly name: string; readonly userId: string; readonly url: string }

export function PersonalAddress({ name, userId, url }: Props) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(RenewPersonalUrlDocument, { userId }),
    onSettled: () => client.invalidateQueries({ queryKey: householdKey }),
  })
  return (
    <ForDevices>
      {({ at }) => (
        <Group align="start" gap="lg">
          <Stack flex="1 1 16rem" align="stretch">
            {error && <FailureNotice error={error} />}
            <CopyField
              label={t`Address of ${name}`}
              hint={t`Give it to ${name} alone: an app takes it as the address of a server.`}
              value={at(url)}
            />
            <Text size="sm" c="dimmed">
              <Trans>
                The addon of {name} for Stremio is on the page <Link to="/install">Install</Link>.
              </Trans>
            </Text>
            <ConfirmButton
              style={{ alignSelf: 'start' }}
              loading={isPending}
              label={t`Renew the address`}
              question={t`Renew the address of ${name}?`}
              consequence={t`The old address ends at once, and so does that of the addon for Stremio; ${name} must add the new ones in every app.`}
              act={() => mutate()}
            />
          </Stack>
          <QrCode text={at(url)} label={t`The address of ${name} as a QR code`} />
        </Group>
      )}
    </ForDevices>
  )
}
