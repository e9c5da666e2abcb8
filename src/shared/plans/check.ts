import { isObject, own, type Json } from '../base/json'
import { capitalised, listed } from '../words/labels'
import { everyMisfit } from '../base/schema-errors'
import type { Skill } from '../table/skills'
import { Plan } from './plan'
import { readPlanText } from './read'

/**
 * The rules for a plan. `json`: it is valid JSON. `shape`: every field has its kind of value, and there are no others. `unique`: each action has its
 * own id. `skill`: the skill exists. `parameters`: they fit its schema. `dependency`: the actions in dependencies exist. `cycle`: no action waits for
 * itself. `turn`: at most one action ends the turn, and no action waits for it.
 */
export type PlanRule = 'json' | 'shape' | 'unique' | 'skill' | 'parameters' | 'dependency' | 'cycle' | 'turn'

/** One violation: its position (`actions[1]/skillName`; '' for the whole plan), the rule, and a sentence with a remedy. */
export interface PlanViolation {
  path: string
  rule: PlanRule
  message: string
}

/** All violations of a plan; the plan itself if there are none. `repaired`: a sentence about the repair of its text. */
export interface PlanCheck {
  violations: PlanViolation[]
  plan?: Plan
  repaired?: string
}

/** Checks a plan before any action runs. Pure; never throws. */
export function checkPlan(text: string, skills: ReadonlyMap<string, Skill>): PlanCheck {
  const { value, problem, ...read } = readPlanText(text)
  if (problem !== undefined) return { violations: [{ path: '', rule: 'json', message: problem }] }
  const reserved = reservedKeys(value)
  if (reserved.length > 0) return { ...read, violations: reserved }
  const fits = Plan.safeParse(value)
  if (!fits.success) return { ...read, violations: everyMisfit(fits.error).map(misfitViolation) }
  const plan = fits.data
  const violations = [...idViolations(plan), ...skillViolations(plan, skills), ...dependencyViolations(plan), ...turnViolations(plan, skills)]
  return violations.length > 0 ? { ...read, violations } : { ...read, violations, plan }
}

/** The violations as lines, for people and for the model that has to correct its plan. */
export const violationLines = (violations: readonly PlanViolation[]): string[] =>
  violations.map(({ path, message }) => `${path === '' ? 'the plan' : path}: ${message}`)

/** The actions that each action waits for, by id; without dependencies an empty list. */
export const waitsFor = ({ dependencies }: Plan, id: string): readonly string[] => own(dependencies, id) ?? []

/** The order of execution: each action after those that it waits for, otherwise as listed. Actions in a cycle, or that wait for one, are left out. */
export function orderOf(plan: Plan): string[] {
  const ids = plan.actions.map(({ actionId }) => actionId)
  const done = new Set<string>()
  for (;;) {
    const next = ids.find((id) => !done.has(id) && waitsFor(plan, id).every((other) => done.has(other)))
    if (next === undefined) return [...done]
    done.add(next)
  }
}

const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Reserved names anywhere in a plan: as keys or as ids. */
function reservedKeys(value: Json): PlanViolation[] {
  const found: PlanViolation[] = []
  const visit = (at: Json, path: string): void => {
    if (Array.isArray(at)) at.forEach((one, i) => visit(one, `${path}[${i}]`))
    else if (isObject(at))
      for (const key of Object.keys(at)) {
        const below = path === '' ? key : `${path}/${key}`
        const named = at[key]
        if (RESERVED.has(key))
          found.push({ path: below, rule: 'shape', message: `\`${key}\` is no name for anything: programs reserve it. Leave it out.` })
        else if ((key === 'actionId' || key === 'skillName') && typeof named === 'string' && RESERVED.has(named))
          found.push({ path: below, rule: 'shape', message: `\`${named}\` is no name for anything: programs reserve it. Choose another one.` })
        else visit(named ?? null, below)
      }
  }
  visit(value, '')
  return found
}

function misfitViolation({ path, message }: { path: string[]; message: string }): PlanViolation {
  const field = path.at(-1)
  const subject = field === undefined ? 'the plan' : `\`${/^\d+$/.test(field) ? `${path.at(-2)}[${field}]` : field}\``
  const sentence = /^(must|can't) /.test(message) ? `${subject} ${message}` : `${subject}: ${message}`
  const at = path.reduce((so, key) => (/^\d+$/.test(key) ? `${so}[${key}]` : so === '' ? key : `${so}/${key}`), '')
  return { path: at, rule: 'shape', message: `${capitalised(sentence)}.` }
}

function idViolations({ actions }: Plan): PlanViolation[] {
  const seen = new Set<string>()
  return actions.flatMap(({ actionId }, i): PlanViolation[] => {
    if (!seen.has(actionId)) return (seen.add(actionId), [])
    return [{ path: `actions[${i}]/actionId`, rule: 'unique', message: `Another action has the id "${actionId}" already. Give each action its own.` }]
  })
}

/** The most skills that a sentence names. */
const MAX_NAMED = 12

function skillViolations({ actions }: Plan, skills: ReadonlyMap<string, Skill>): PlanViolation[] {
  return actions.flatMap(({ skillName, parameters, toolBinary }, i): PlanViolation[] => {
    const skill = skills.get(skillName)
    if (!skill) return [{ path: `actions[${i}]/skillName`, rule: 'skill', message: unknownSkill(skillName, [...skills.keys()]) }]
    const misfit = skill.misfit(parameters)
    return [
      ...(misfit === undefined ? [] : [{ path: `actions[${i}]/parameters`, rule: 'parameters' as const, message: misfit }]),
      ...(toolBinary === undefined || (skill.runs === 'external' && toolBinary === skillName)
        ? []
        : [
            {
              path: `actions[${i}]/toolBinary`,
              rule: 'skill' as const,
              message: `A plan can't choose a program for ${skillName}. Leave out \`toolBinary\`.`
            }
          ])
    ]
  })
}

function unknownSkill(name: string, known: readonly string[]): string {
  const named = known.slice(0, MAX_NAMED)
  const rest = known.length > named.length ? ` and ${known.length - named.length} more` : ''
  return `There is no skill "${name.slice(0, 60)}". Choose one of: ${named.join(', ')}${rest}.`
}

function dependencyViolations(plan: Plan): PlanViolation[] {
  const ids = new Set(plan.actions.map(({ actionId }) => actionId))
  const violations = Object.entries(plan.dependencies ?? {}).flatMap(([id, others]): PlanViolation[] => {
    const path = `dependencies/${id}`
    if (!ids.has(id)) return [{ path, rule: 'dependency', message: `There is no action "${id}" in this plan. Leave it out, or correct its id.` }]
    return others.flatMap((other, i): PlanViolation[] => {
      if (other === id) return [{ path: `${path}[${i}]`, rule: 'cycle', message: `"${id}" waits for itself. Leave that out.` }]
      if (ids.has(other)) return []
      return [{ path: `${path}[${i}]`, rule: 'dependency', message: `"${id}" waits for "${other}", which is no action of this plan. Leave it out.` }]
    })
  })
  const ordered = new Set(orderOf(plan))
  if (violations.length > 0 || ordered.size === ids.size) return violations
  const cycle = cycleAmong(
    plan,
    [...ids].filter((id) => !ordered.has(id))
  )
  const words = [
    ...cycle.slice(0, MAX_NAMED).map((id) => `"${id.slice(0, 30)}"`),
    ...(cycle.length > MAX_NAMED ? [`${cycle.length - MAX_NAMED} more`] : [])
  ]
  return [
    { path: 'dependencies', rule: 'cycle', message: `${listed(words)} wait for each other, so none can begin. Leave out one of the dependencies.` }
  ]
}

function cycleAmong(plan: Plan, stuck: readonly string[]): string[] {
  const path: string[] = []
  for (let at = stuck[0]; at !== undefined; at = waitsFor(plan, at).find((id) => stuck.includes(id))) {
    const before = path.indexOf(at)
    if (before >= 0) return path.slice(before)
    path.push(at)
  }
  return path
}

function turnViolations(plan: Plan, skills: ReadonlyMap<string, Skill>): PlanViolation[] {
  const ending = plan.actions.flatMap(({ actionId, skillName }, i) => (skills.get(skillName)?.endsTurn ? [{ actionId, skillName, i }] : []))
  const second = ending.slice(1).map(({ skillName, i }): PlanViolation => {
    const message = `${ending[0]?.skillName} ends the turn already, so ${skillName} can't follow. Leave it for the next plan.`
    return { path: `actions[${i}]/skillName`, rule: 'turn', message }
  })
  const waiting = Object.entries(plan.dependencies ?? {}).flatMap(([id, others]) =>
    others.flatMap((other, i): PlanViolation[] => {
      const end = ending.find(({ actionId }) => actionId === other)
      if (!end || id === other) return []
      return [
        {
          path: `dependencies/${id}[${i}]`,
          rule: 'turn',
          message: `"${id}" can't wait for "${other}": ${end.skillName} ends the turn. Do it before.`
        }
      ]
    })
  )
  return [...second, ...waiting]
}
