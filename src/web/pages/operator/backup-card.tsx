import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useOperator, useOperatorMutation } from '../../data/operator.ts'
import { MakeBackupDocument, OperatorBackupsDocument } from '../../documents.ts'
import type { OperatorBackupsQuery } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Figure, Figures, Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

type BackupsPart = OperatorBackupsQuery['operator']['backups']

/** The database, its last backup, and a button to make one. */
export function BackupCard() {
  const { t } = useLingui()
  const asked = useOperator('backups', OperatorBackupsDocument)
  return (
    <Tile title={t`Backups`} asked={asked}>
      {({ backups }) => <Backups {...backups} />}
    </Tile>
  )
}

function Backups({ database, databaseBytes, folder, keyIsSet, keyChangedAt, made }: BackupsPart) {
  const { t } = useLingui()
  const { bytes, time } = useForms()
  const [latest] = made
  return (
    <>
      <Figures>
        <Figure name={t`Database`}>
          {database === 'SQLITE' ? bytes(databaseBytes ?? 0) : 'MySQL'}
        </Figure>
        {database === 'SQLITE' && (
          <Figure name={t`Last backup`}>{latest ? time(latest.madeAt) : t`none yet`}</Figure>
        )}
        <Figure name={t`Key`}>
          {keyIsSet
            ? 'SECRET_KEY'
            : `secret.key${keyChangedAt === null ? '' : ` · ${time(keyChangedAt)}`}`}
        </Figure>
      </Figures>
      <Text size="sm">
        {t`A backup is worthless without the key, and does not contain it: keep both, apart from each other and from this machine.`}
      </Text>
      {database === 'SQLITE' ? (
        <MadeBackups folder={folder} made={made} />
      ) : (
        <Alert color="blue">
          {t`The database is on a server of its own: back it up there, with mysqldump --single-transaction for example.`}
        </Alert>
      )}
    </>
  )
}

function MadeBackups({ folder, made }: Pick<BackupsPart, 'folder' | 'made'>) {
  const { t } = useLingui()
  const { bytes } = useForms()
  const { mutate, isPending, isSuccess, error } = useOperatorMutation(MakeBackupDocument)
  return (
    <Stack gap="sm" align="start">
      <Button loading={isPending} onClick={() => mutate({})}>
        {t`Make a backup now`}
      </Button>
      <div role="status">{isSuccess && <Text size="sm">{t`The backup is made.`}</Text>}</div>
      {error && <FailureNotice error={error} />}
      <Text size="sm" c="dimmed">
        {t`In ${folder}; the seven latest are kept.`}
      </Text>
      {made.map(({ name, bytes: size }) => (
        <Group key={name} gap="sm">
          <Text size="sm" className="secret">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {bytes(size)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
