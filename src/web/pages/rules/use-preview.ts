import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure, isTemporary } from '../../data/failure.ts'
import { request } from '../../data/request.ts'
import { useSettled } from '../../data/use-settled.ts'
import { HoldSearchDocument, PreviewRulesDocument } from '../../documents.ts'
import type { Title } from '../search/usual-title.ts'
import type { Rules } from './rules.ts'

export type Outcome = 'KEPT' | 'DROPPED'

/** Changes within it are tried together. */
const pauseMs = 300
const step = 50

/** What the draft makes of the sample, or of a search that the service holds. */
export function usePreview(rules: Rules) {
  const [held, setHeld] = useState<string | null>(null)
  const [title, setTitle] = useState<Title | null>(null)
  const [outcome, setOutcome] = useState<Outcome>('KEPT')
  const [named, setNamed] = useState('')
  const [first, setFirst] = useState(step)
  const searching = useMutation({
    mutationFn: async (asked: Title) => (await request(HoldSearchDocument, asked)).search,
    onSuccess({ explanation }, asked) {
      setTitle(asked)
      setHeld(explanation?.held ?? null)
    },
  })
  const settledRules = useSettled(rules, pauseMs)
  const settledName = useSettled(named, pauseMs)
  const everywhere = settledName.trim() !== ''
  const variables = {
    rules: settledRules,
    held,
    named: everywhere ? settledName : null,
    outcome: everywhere ? null : outcome,
    first,
  }
  const query = useQuery({
    queryKey: ['rules', variables],
    async queryFn({ signal }) {
      const { previewRules } = await request(PreviewRulesDocument, variables, signal)
      // While newer rules wait for their answer, the reasons are those of these.
      return { ...previewRules, rules: variables.rules }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: (count, error) => isTemporary(error) || (count < 5 && isRateLimit(error)),
    refetchInterval: false,
  })
  const isTooOften = isRateLimit(query.failureReason)
  const isGone = query.error instanceof Failure && query.error.code === 'NOT_FOUND'
  return {
    ...query,
    isGone,
    isTooOften,
    title,
    searching,
    named,
    setNamed,
    everywhere,
    outcome,
    setOutcome(next: Outcome) {
      setOutcome(next)
      setFirst(step)
    },
    showMore: () => setFirst(Math.min(first + step, 1_000)),
    first,
    showSample() {
      setHeld(null)
      setTitle(null)
      searching.reset()
    },
  }
}

function isRateLimit(error: unknown): boolean {
  return error instanceof Failure && error.code === 'RATE_LIMIT_EXCEEDED'
}

export type Preview = ReturnType<typeof usePreview>
