import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { exportHistory } from '../../data/history-files.ts'
import { useHousehold } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { ClearHistoryDocument } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { HistoryImport } from './history-import.tsx'

export function HistoryFiles() {
  const { t } = useLingui()
  const { users, error, refetch } = useHousehold()
  const all = [...users.values()].map(({ user }) => user)
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Export, import and clear the history`}</Title>
        <Text>{t`An export holds the history and every play of all users. Files of Trakt, Simkl and Yamtrack can be imported, too.`}</Text>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {all.length > 0 && <Actions users={all} />}
      </Stack>
    </Card>
  )
}

type User = { readonly id: string; readonly name: string }

function Actions({ users }: { users: readonly User[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string | null>(null)
  const queries = useQueryClient()
  const user = users.find(({ id }) => id === chosen) ?? users[0]!
  const saving = useMutation({ mutationFn: async () => download(await exportHistory()) })
  const clearing = useMutation({
    mutationFn: (userId: string) => request(ClearHistoryDocument, { userId }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const error = saving.error ?? clearing.error
  return (
    <>
      <Group>
        <Button variant="light" loading={saving.isPending} onClick={() => saving.mutate()}>
          {t`Export the history`}
        </Button>
      </Group>
      <HistoryImport users={users} />
      {users.length > 1 && (
        <ChoiceField
          label={t`Whose history to clear`}
          maw="20rem"
          data={users.map(({ id, name }) => ({ value: id, label: name }))}
          value={user.id}
          onChange={(value) => {
            clearing.reset()
            setChosen(value)
          }}
        />
      )}
      <Group>
        <ConfirmButton
          label={t`Clear the history`}
          name={t`Clear the history of ${user.name}`}
          question={t`Clear the history of ${user.name}?`}
          consequence={t`Everything that ${user.name} watched is forgotten for good: places, marks and plays. Importing a file later, even an export of this service, does not bring it back. Export it first if you want to keep a copy.`}
          loading={clearing.isPending}
          act={() => clearing.mutate(user.id)}
        />
        {clearing.data && (
          <Text role="status" size="sm">
            <Plural
              value={clearing.data.clearHistory}
              one="# entry was cleared."
              other="# entries were cleared."
            />
          </Text>
        )}
      </Group>
      {error && <FailureNotice error={error} />}
    </>
  )
}

function download(file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `history-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  // Safari reads it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
