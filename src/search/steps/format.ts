import type { Display } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FormatterSettings } from '../../model/user-data.ts'
import { builtInFormats, defaultFormat } from '../formats/built-in.ts'
import { PlanProblem } from '../plan-problem.ts'
import { makeAll } from '../problems.ts'
import { compileTemplate, type Template } from '../templates/template.ts'

type Formatter = (stream: Stream, query: MediaQuery) => Display

/** The default text stands in where a template does too much. Throws PlanProblems for unusable settings. */
export function createFormatter(settings?: FormatterSettings): Formatter {
  const format = chooseFormat(settings)
  return (stream, query) =>
    stream.type === 'error' || stream.type === 'statistic'
      ? formatMessage(stream)
      : format(stream, query)
}

function chooseFormat(settings: FormatterSettings | undefined): Formatter {
  if (settings === undefined) return defaultFormat
  return typeof settings.id === 'string'
    ? builtInFormat(settings.id)
    : templateFormat(String(settings.name), String(settings.description))
}

function builtInFormat(id: string): Formatter {
  const format = builtInFormats.get(id)
  if (format) return format
  const known = [...builtInFormats.keys()].join(', ')
  throw new PlanProblem('formatter.id', 'NOT_A_FORMAT', { known })
}

function templateFormat(nameText: string, descriptionText: string): Formatter {
  const [name, description] = makeAll<[Template, Template]>([
    () => compileTemplate(nameText, 'formatter.name'),
    () => compileTemplate(descriptionText, 'formatter.description'),
  ])
  return (stream, query) => ({
    name: name(stream, query) ?? defaultFormat(stream).name,
    description: description(stream, query) ?? defaultFormat(stream).description,
  })
}

function formatMessage({ addon, message, originalName, originalDescription }: Stream): Display {
  return { name: originalName || addon, description: message ?? originalDescription }
}
