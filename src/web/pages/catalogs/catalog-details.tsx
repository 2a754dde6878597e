import { useLingui } from '@lingui/react/macro'
import { Button, Code, NumberInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { MergedFields } from './merged-fields.tsx'
import type { RowProps } from './row-props.ts'
import { isHiddenByName, ruleOf, takenApart, withRule } from './settings.ts'
import type { Rule } from './settings.ts'

const mostTitles = 10_000

export function CatalogDetails({ row, title, rows, catalogs }: RowProps) {
  const { t } = useLingui()
  const { settings, change, isWhole } = catalogs
  const { name, genres = [], shuffle = false, limit } = ruleOf(row, settings)
  const own = settings.merged?.find(({ id }) => id === row.ref)
  const set = <Key extends keyof Rule>(key: Key, value: Rule[Key] | undefined) =>
    change(withRule(row, key, value, settings))
  return (
    <Stack mt="md">
      {own ? (
        <MergedFields own={own} row={row} settings={settings} change={change} />
      ) : (
        <TextInput
          label={t`Name in players`}
          placeholder={row.plainName}
          value={name ?? ''}
          onChange={(event) => set('name', event.currentTarget.value || undefined)}
        />
      )}
      <TagsInput
        label={t`Genres as catalogs of their own`}
        description={
          row.genreRequired
            ? t`It lists nothing without a genre, so only these are shown.`
            : t`They stand beside the whole catalog.`
        }
        data={row.genres}
        value={[...genres]}
        clearable
        clearButtonProps={{ 'aria-label': t`No genres` }}
        maxTags={50}
        onChange={(next) => set('genres', next.length > 0 ? next : undefined)}
      />
      <Switch
        label={t`Shuffle`}
        description={t`Another order every day, of its first 500 titles. The pictures here are not shuffled.`}
        checked={shuffle}
        onChange={(event) => set('shuffle', event.currentTarget.checked || undefined)}
      />
      <NumberInput
        label={t`Most titles`}
        placeholder={t`No limit`}
        maw="12rem"
        min={1}
        max={mostTitles}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={limit === undefined || limit >= mostTitles ? '' : limit}
        onChange={(value) => set('limit', Number(value) >= 1 ? Number(value) : undefined)}
      />
      <Text size="sm" c="dimmed">
        {t`Its id in the configuration:`} <Code>{row.ref}</Code>
      </Text>
      {own && (
        <Button
          color="red"
          variant="light"
          disabled={!isWhole && isHiddenByName(row, settings)}
          onClick={() => change(takenApart(row, rows, settings))}
        >{t`Take ${title} apart`}</Button>
      )}
    </Stack>
  )
}
