import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Description = {
  components: object
  paths: Record<
    string,
    { get: { responses: { '200': { content: { 'application/json': { schema: object } } } } } }
  >
}

/** What is wrong with the answer to a GET of a path below `/rest`, by the document of these paths; null: nothing. */
export function answerCheck(body: unknown) {
  const document = body as Description
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(addFormats as unknown as (target: Ajv2020) => void)(ajv)
  ajv.addSchema({ $id: 'openapi', components: document.components })
  return (path: string, answer: unknown) => {
    const { get } = document.paths[`/${path.split('?')[0]}`]!
    const { schema } = get.responses['200'].content['application/json']
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
    const validate = ajv.compile(JSON.parse(text) as object)
    validate(answer)
    return validate.errors ?? null
  }
}
