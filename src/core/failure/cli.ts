/** Trouble with the command line itself. */
export interface CliFailures {
  confirmation_required: { readonly command: string };
  declined: { readonly command: string; readonly typed: string | null };
  command_not_available: { readonly command: string };
  interrupted: { readonly command: string };
}
