import { getOperationAST, getVariableValues } from 'graphql'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from '../../core/logger.ts'
import { codedError } from './errors.ts'

const maxErrors = 20

function wrongVariables(args: ExecutionArgs): readonly GraphQLError[] {
  const { schema, document, operationName, variableValues } = args
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {}
  if (variableDefinitions.length === 0) return []
  const options = { maxErrors }
  return getVariableValues(schema, variableDefinitions, variableValues ?? {}, options).errors ?? []
}

/** Checks variables first: execution would make an error of each of up to 100,000 invalid ones. */
export function variableCheck(log: Logger): Plugin {
  const refuse = (
    args: ExecutionArgs,
    stop: (result: { errors: readonly GraphQLError[] }) => void,
  ): void => {
    const errors = wrongVariables(args)
    if (errors.length > 0) stop({ errors: errors.map((error) => codedError(error, log)) })
  }
  return {
    onExecute: ({ args, setResultAndStopExecution }) => refuse(args, setResultAndStopExecution),
    onSubscribe: ({ args, setResultAndStopExecution }) => refuse(args, setResultAndStopExecution),
  }
}
