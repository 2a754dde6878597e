import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { importHistory } from '../../data/history-files.ts'
import type { ImportReport } from '../../data/history-files.ts'
import { ChooseFile } from '../../parts/choose-file.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useSkipTexts } from './use-skip-texts.ts'

type Step = { readonly file: File; readonly dryRun: boolean }

type Props = { readonly users: readonly { readonly id: string; readonly name: string }[] }

const asFileSays = 'file'

/** Reads a file twice: first to say what it would change, then to change it. */
export function HistoryImport({ users }: Props) {
  const { t } = useLingui()
  const [target, setTarget] = useState(asFileSays)
  const userId = target === asFileSays ? null : target
  const queries = useQueryClient()
  const [entries, setEntries] = useState(0)
  const reading = useMutation({
    mutationFn({ file, dryRun }: Step) {
      setEntries(0)
      return importHistory(file, { userId, dryRun, onProgress: setEntries })
    },
    onSuccess: (_report, { dryRun }) => (dryRun ? undefined : queries.invalidateQueries()),
  })
  const { data: report, variables: step, isPending, error, mutate, reset } = reading
  return (
    <Stack align="start">
      {users.length > 1 && (
        <ChoiceField
          label={t`Import for`}
          description={t`Files of other services name nobody; they are imported for the first user.`}
          disabled={isPending}
          w="100%"
          maw="20rem"
          data={[
            { value: asFileSays, label: t`Whom the file names` },
            ...users.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={target}
          onChange={(value) => {
            reset()
            setTarget(value ?? asFileSays)
          }}
        />
      )}
      <ChooseFile
        variant="light"
        label={t`Import a file`}
        accept="application/json,.json,text/csv,.csv"
        disabled={isPending}
        choose={(file) => mutate({ file, dryRun: true })}
      />
      {isPending && (
        <Stack gap={4} w="100%" role="status">
          <Text size="sm">
            {t`Reading ${step?.file.name ?? ''}: ${plural(entries, { one: '# entry', other: '# entries' })} so far`}
          </Text>
          <Progress value={100} animated aria-label={t`Reading the file`} />
        </Stack>
      )}
      {error && <FailureNotice error={error} />}
      {report && step && (
        <Alert
          color={step.dryRun ? 'blue' : 'teal'}
          role="status"
          title={
            step.dryRun
              ? t`What ${step.file.name} would change`
              : t`What ${step.file.name} has changed`
          }
        >
          <Stack gap="sm">
            <Changes report={report} />
            {step.dryRun && (
              <Group gap="xs">
                <Button size="xs" onClick={() => mutate({ file: step.file, dryRun: false })}>
                  {t`Import it`}
                </Button>
                <Button size="xs" variant="default" onClick={reset}>
                  {t`Cancel`}
                </Button>
              </Group>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  )
}

function Changes({ report }: { report: ImportReport }) {
  const { t } = useLingui()
  const reasons = useSkipTexts()
  const { added, updated, unchanged, cleared, plays, skipped } = report
  const lines = [
    [added, t`New entries: ${added}`],
    [updated, t`Entries replaced by newer ones: ${updated}`],
    [plays, t`Plays with a date: ${plays}`],
    [unchanged, t`Known already: ${unchanged}`],
    [cleared, t`Cleared before, and left that way: ${cleared}`],
    ...skipped.map(({ code, reason, count }) => {
      const why = reasons[code] ?? reason
      return [count, t`Left out: ${count} (${why})`] as const
    }),
  ] as const
  const shown = lines.filter(([count]) => count > 0)
  if (shown.length === 0) return <Text size="sm">{t`Nothing.`}</Text>
  return (
    <List size="sm">
      {shown.map(([, text]) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}
