import { runCommand } from './run-command.ts';
import type { Step } from './step.ts';

/** A step that passes when a program ends with 0; what the program says is shown when it fails. */
export function commandStep(
  name: string,
  root: string,
  command: string,
  args: string[],
  env?: Record<string, string>,
): Step {
  return {
    name,
    run: async () => {
      const { code, output, processorSeconds } = await runCommand(command, args, {
        cwd: root,
        env: { ...process.env, ...env },
      });
      const took = processorSeconds === null ? {} : { processorSeconds };
      return code === 0 ? { passed: 1, failed: 0, ...took } : { passed: 0, failed: 1, output, ...took };
    },
  };
}
