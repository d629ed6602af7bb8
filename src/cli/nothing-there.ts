import type { Failed } from '../core/result.ts';
import type { Invocation } from './command.ts';

/** Why a command finds no deployment. Only now the ports are built with which a look at the home is taken. */
export async function nothingThere({ ports }: Pick<Invocation, 'ports'>, command: string): Promise<Failed> {
  const built = await ports();
  if (!built.ok) return built;
  const { noDeployment } = await import('../engine/no-deployment.ts');
  return noDeployment(built.value, command);
}
