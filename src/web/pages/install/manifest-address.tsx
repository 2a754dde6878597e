import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyField } from '../../parts/copy-field.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

const stremioWeb = 'https://web.stremio.com/#/addons?addon='

type Props = {
  readonly manifest: string
  readonly label: string
  readonly hint: string
  /** Of its code for cameras. */
  readonly picture: string
  /** Whose addon it is, where a page has several. */
  readonly of?: string
  readonly children?: ReactNode
  /** Other addresses of the same addon. */
  readonly others?: ReactNode
}

/** The address of an addon in all the ways in which Stremio takes it. */
export function ManifestAddress({ manifest, label, hint, picture, of, children, others }: Props) {
  const { t } = useLingui()
  return (
    <Group align="start" gap="lg">
      <Stack flex="1 1 16rem">
        <Group>
          <Button
            component="a"
            href={manifest.replace(/^https?:/, 'stremio:')}
            aria-label={of && t`Install in Stremio: ${of}`}
          >
            {t`Install in Stremio`}
          </Button>
          <Button
            component="a"
            variant="default"
            target="_blank"
            rel="noreferrer"
            href={stremioWeb + encodeURIComponent(manifest)}
            aria-label={of && t`In Stremio on the web: ${of}`}
          >
            {t`In Stremio on the web`}
          </Button>
        </Group>
        {children}
        <CopyField label={label} hint={hint} value={manifest} />
        {others}
      </Stack>
      <QrCode text={manifest} label={picture} />
    </Group>
  )
}
