import type { MediaQuery, Stream } from '../../model/search-result.ts'
import { PlanProblem } from '../plan-problem.ts'
import { templateFilters } from './filters.ts'
import { createParser } from './liquid.ts'
import { assignedNames, compileNodes, type Node } from './nodes.ts'
import { RenderState, TemplateLimit } from './state.ts'

export type Template = (stream: Stream, query: MediaQuery) => string | null

const maxLength = 10_000
const parse = createParser(templateFilters)

/**
 * Ten times as fast as liquidjs, and reaches only the fields of stream and query. Lines that end up empty are dropped.
 * Throws a PlanProblem for a template that cannot be used.
 */
export function compileTemplate(text: string, path: string): Template {
  const render = compile(text, path)
  const state = new RenderState()
  return (stream, query) => {
    state.start(stream, query)
    try {
      render(state)
    } catch (error) {
      if (error instanceof TemplateLimit) return null
      throw error
    }
    return withoutEmptyLines(state.out)
  }
}

function compile(text: string, path: string): Node {
  if (text.length > maxLength) {
    throw new PlanProblem(path, 'ABOVE_LENGTH', { most: String(maxLength) })
  }
  try {
    const templates = parse(text)
    return compileNodes(templates, { loops: [], assigned: assignedNames(templates) })
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new PlanProblem(path, 'NOT_A_TEMPLATE', { problem: error.message })
    }
    throw error
  }
}

function withoutEmptyLines(text: string): string {
  if (!text.includes('\n')) return text.trim()
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
