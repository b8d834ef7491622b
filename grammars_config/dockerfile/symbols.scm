(from_instruction as: (_) @name) @definition.stage
(from_instruction (image_spec name: (_) @name)) @definition.stage
(run_instruction "RUN" @name) @definition.instruction
(copy_instruction "COPY" @name) @definition.instruction
(add_instruction "ADD" @name) @definition.instruction
(cmd_instruction "CMD" @name) @definition.instruction
(entrypoint_instruction "ENTRYPOINT" @name) @definition.instruction
(env_instruction "ENV" @name) @definition.instruction
(arg_instruction "ARG" @name) @definition.instruction
(label_instruction "LABEL" @name) @definition.instruction
(expose_instruction "EXPOSE" @name) @definition.instruction
(volume_instruction "VOLUME" @name) @definition.instruction
(user_instruction "USER" @name) @definition.instruction
(workdir_instruction "WORKDIR" @name) @definition.instruction
(shell_instruction "SHELL" @name) @definition.instruction
(healthcheck_instruction "HEALTHCHECK" @name) @definition.instruction
(onbuild_instruction "ONBUILD" @name) @definition.instruction
(stopsignal_instruction "STOPSIGNAL" @name) @definition.instruction
(maintainer_instruction "MAINTAINER" @name) @definition.instruction
