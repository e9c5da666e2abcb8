// A reporter for Vitest: writes counts and times as JSON to the file that UNIT_REPORT names. Vitest's own JSON has no times of hooks.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './setup.mjs'

export default class UnitReport {
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()].map((test) => ({
        title: test.fullName,
        state: test.result().state,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000
      }))
      const seconds = module.diagnostic().duration / 1000
      const hooks = seconds - tests.reduce((sum, test) => sum + test.seconds, 0)
      return { file: relative(ROOT, module.moduleId), seconds, tests: [...tests, { title: 'setup and teardown', seconds: hooks }] }
    })
    const states = files.flatMap(({ tests }) => tests.map(({ state }) => state))
    const count = (wanted) => states.filter((state) => state === wanted).length
    const broken = modules.filter((module) => !module.ok() && ![...module.children.allTests('failed')].length).length
    writeFileSync(
      process.env.UNIT_REPORT,
      JSON.stringify({ passed: count('passed'), failed: count('failed') + broken + errors.length, skipped: count('skipped'), files })
    )
  }
}
