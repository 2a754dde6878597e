import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { UserEntry } from '../../data/household.ts'
import { ChooseFile } from '../../parts/choose-file.tsx'
import { pictureOf } from './picture.ts'

type Props = {
  readonly name: string
  readonly user: UserEntry
  readonly change: (user: UserEntry) => void
}

export function AvatarField({ name, user, change }: Props) {
  const { t } = useLingui()
  const [hasFailed, setFailed] = useState(false)
  const newest = useRef<Pick<Props, 'user' | 'change'>>(null)
  useEffect(() => {
    newest.current = { user, change }
    return () => void (newest.current = null)
  }, [user, change])
  async function take(file: File): Promise<void> {
    const avatar = await pictureOf(file).catch(() => null)
    setFailed(avatar === null)
    // A large picture takes its time: what was changed meanwhile stays, and a user who was removed is not brought back.
    const now = newest.current
    if (avatar !== null) now?.change({ ...now.user, avatar })
  }
  return (
    <>
      {hasFailed && (
        <Alert color="yellow">{t`This file is no picture that your browser can read. Choose a JPEG or PNG.`}</Alert>
      )}
      <Group gap="xs">
        <ChooseFile
          size="xs"
          label={t`Choose a picture`}
          name={t`Choose a picture for ${name}`}
          accept="image/*"
          choose={(file) => void take(file)}
        />
        {user.avatar && (
          <Button
            variant="default"
            size="xs"
            aria-label={t`Remove the picture of ${name}`}
            onClick={() => change({ ...user, avatar: null })}
          >
            {t`Remove the picture`}
          </Button>
        )}
      </Group>
    </>
  )
}
