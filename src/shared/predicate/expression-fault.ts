import { Problem, type ProblemData } from '../base/problem'
import { parse } from './parse'

/** Why a text is no expression, with the place of the fault; undefined if it is one. */
export function expressionFault(text: string): ProblemData | undefined {
  try {
    parse(text)
    return undefined
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.toJSON()
    throw thrown
  }
}
