import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNotice } from '../../parts/failure-notice.tsx'

type TileProps<Part> = {
  readonly title: string
  readonly hint?: string
  readonly asked: {
    readonly data: Part | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly children: (part: Part) => ReactNode
}

/** Waits for its own query alone. */
export function Tile<Part>({ title, hint, asked, children }: TileProps<Part>) {
  const { data, error, refetch } = asked
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {error !== null && <FailureNotice error={error} retry={() => void refetch()} />}
        {data === undefined ? error === null && <Skeleton h="8rem" /> : children(data)}
      </Stack>
    </Card>
  )
}

/** Names with their values, which line up. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" c="dimmed" size="sm">
        {name}
      </Text>
      <Text component="dd" fw={500} m={0}>
        {children}
      </Text>
    </div>
  )
}
