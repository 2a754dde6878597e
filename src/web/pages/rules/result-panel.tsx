import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Alert, Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { Suspense, useState } from 'react'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { WarningList, Warnings } from '../../parts/warnings.tsx'
import { TitleFields } from '../search/title-fields.tsx'
import { usualTitle } from '../search/usual-title.ts'
import { useTitleName } from '../search/use-title-name.ts'
import { ruleParts } from './jump-bar.tsx'
import type { Rules } from './rules.ts'
import { StreamRow } from './stream-row.tsx'
import type { Preview } from './use-preview.ts'

type Props = { readonly preview: Preview; readonly rules: Rules }

/** What the rules make of a search, while they are changed. */
export function ResultPanel({ preview, rules }: Props) {
  const { t } = useLingui()
  const { data, error, isGone, isTooOften, refetch, searching } = preview
  const explanation = data?.explanation
  return (
    <Stack component="section" id={ruleParts.result} tabIndex={-1} aria-label={t`Result`} gap="sm">
      <Title order={2} size="h4">{t`Result`}</Title>
      <Basis preview={preview} />
      {isTooOften && <TooOften isOver={error !== null} retry={() => void refetch()} />}
      {error && !isGone && !isTooOften && (
        <FailureNotice error={error} retry={() => void refetch()} />
      )}
      {isGone && (
        <Alert color="yellow" title={t`The service no longer holds this search`}>
          <Button
            size="xs"
            loading={searching.isPending}
            onClick={() => searching.mutate(preview.title ?? usualTitle)}
          >
            {t`Search again`}
          </Button>
        </Alert>
      )}
      {data && data.problems.length > 0 && (
        <Alert color="red" title={t`These rules cannot be used yet`} role="alert">
          <Suspense>
            <WarningList warnings={data.problems} />
          </Suspense>
        </Alert>
      )}
      <Warnings warnings={data?.warnings} />
      <TextInput
        type="search"
        label={t`What happened to a file?`}
        placeholder={t`words of its name`}
        value={preview.named}
        onChange={(event) => preview.setNamed(event.currentTarget.value)}
      />
      {explanation && (
        <>
          <Group justify="space-between" aria-live="polite">
            <Text size="sm">
              {t`${plural(explanation.kept, { one: '# stream kept', other: '# streams kept' })}, ${plural(explanation.dropped, { one: '# left out', other: '# left out' })}`}
            </Text>
            <Text size="xs" c="dimmed">{t`in ${Math.round(data.tookMs)} ms`}</Text>
          </Group>
          {!preview.everywhere && <OutcomeChoice preview={preview} />}
          <Streams preview={preview} rules={rules} />
        </>
      )}
    </Stack>
  )
}

function TooOften({ isOver, retry }: { isOver: boolean; retry: () => void }) {
  const { t } = useLingui()
  return (
    <Alert color="yellow" title={t`Too many changes in a short time`} role="alert">
      {isOver ? (
        <Button size="xs" data-retry onClick={retry}>
          {t`Try again`}
        </Button>
      ) : (
        <Text size="sm">{t`The last change is tried in a moment; the list below is older.`}</Text>
      )}
    </Alert>
  )
}

function Basis({ preview }: { preview: Preview }) {
  const { t } = useLingui()
  const [title, setTitle] = useState(usualTitle)
  const problemText = useProblemText()
  const { searching } = preview
  const name = useTitleName(preview.title)
  const isTooMuch = searching.data?.explanation?.held === null
  return (
    <Card withBorder padding="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          searching.mutate(title)
        }}
      >
        <TitleFields title={title} change={setTitle}>
          <Button
            type="submit"
            variant="light"
            loading={searching.isPending}
            disabled={title.id === ''}
          >
            {t`Search my sources`}
          </Button>
        </TitleFields>
      </form>
      <Group mt="xs" justify="space-between">
        <Text size="sm">
          {preview.title && !isTooMuch
            ? t`Shown: what your sources have for ${name}.`
            : t`Shown: a sample of made-up release names.`}
        </Text>
        {preview.title && (
          <Button size="compact-sm" variant="subtle" onClick={() => preview.showSample()}>
            {t`Show the sample`}
          </Button>
        )}
      </Group>
      {isTooMuch && (
        <Text
          size="sm"
          mt="xs"
        >{t`This search has too many streams to try rules on; pick another title.`}</Text>
      )}
      {searching.error && <FailureNotice error={searching.error} />}
      {searching.data?.errors.map(({ title: name, description, failure }) => (
        <Text size="sm" mt="xs" key={name + description}>
          <Badge color="yellow" autoContrast tt="none">
            {name}
          </Badge>{' '}
          {problemText(description, failure)}
        </Text>
      ))}
    </Card>
  )
}

function OutcomeChoice({ preview }: { preview: Preview }) {
  const { t } = useLingui()
  return (
    <Segments
      label={t`Which streams are shown`}
      data={[
        { value: 'KEPT', label: t`Kept` },
        { value: 'DROPPED', label: t`Left out` },
      ]}
      value={preview.outcome}
      onChange={(next) => preview.setOutcome(next)}
    />
  )
}

function Streams({ preview, rules }: Props) {
  const { t } = useLingui()
  const streams = preview.data?.explanation?.streams ?? []
  if (streams.length === 0) return <Text c="dimmed">{t`None.`}</Text>
  return (
    <>
      <ol className="streams">
        {streams.map((one, index) => (
          <StreamRow key={index} explained={one} rules={rules} />
        ))}
      </ol>
      {streams.length >= preview.first && (
        <Button variant="light" onClick={preview.showMore}>
          {t`Show more`}
        </Button>
      )}
    </>
  )
}
